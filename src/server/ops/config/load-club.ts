import { pathToFileURL } from 'node:url'
import { parseClubConfig, SettingError } from './club-config.ts'

/** The club's settings from a file like `club.config.ts`. @throws SettingError naming the file and the first wrong field */
export async function loadClub(file: string) {
  const loaded: { default?: unknown } = await import(pathToFileURL(file).href).catch((error) => {
    throw new SettingError(
      `${file} could not be read: ${error instanceof Error ? error.message : error}${whereIn(error)}`,
    )
  })
  return parseClubConfig(loaded.default, file)
}

/** A slip of syntax has its place in the first line of the stack alone. */
function whereIn(error: unknown) {
  if (!(error instanceof SyntaxError)) return ''
  const line = /^[^\n]*:(\d+)\n/.exec(error.stack ?? '')?.[1]
  return line === undefined
    ? ''
    : ` (line ${line}). A comma, quote, or bracket is missing on that line or the one before it.`
}
