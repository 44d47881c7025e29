/** Where a command reads its settings from and where its lines go. */
export type Terminal = {
  env: NodeJS.ProcessEnv
  say: (line: string) => void
  /** For what went wrong. */
  complain: (line: string) => void
  /** How far a long command has come, each line in the place of the one before; only where somebody is watching. */
  progress?: (line: string) => void
  /** Lets the server beside it go first, on a machine that is short of breath. */
  stepBack?: () => void
}

/** A command that was used rightly but can't be carried out as things are: its sentence says what to do. Exit code 1. */
export class CommandRefused extends Error {
  override name = 'CommandRefused'
}

/** How a command is typed after a clone, for examples and advice. */
export function asTyped(command: string) {
  return `npm run quiver -- ${command}`
}

/** One word of a command as every shell takes it; single quotes only where they are needed. */
export function quoted(word: string) {
  return /^[\w.+@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

/** Examples below a command's help, each with what it does. */
export function examples(...pairs: [command: string, does: string][]) {
  const typed = pairs.map(([command]) => asTyped(command))
  const width = Math.max(...typed.map((line) => line.length))
  const lines = typed.map((line, i) => `  ${line.padEnd(width)}  ${pairs[i]?.[1]}`)
  return `\nExamples:\n${lines.join('\n')}`
}

/** `1 row`, `1,083 rows`. */
export function count(number: number, one: string, many = `${one}s`) {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`
}

/** What people typed about themselves must not steer the terminal that it is printed on. */
export function printable(text: string) {
  return text.replace(/\p{C}/gu, '')
}
