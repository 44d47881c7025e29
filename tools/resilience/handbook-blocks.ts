import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The club's folder in the handbooks. */
const home = '/srv/quiver'
const source = 'https://git.example.edu/quiver.git'

type Where = {
  /** The folder that replaces /srv/quiver. */
  home: string
  /** The repository to clone. */
  source: string
  signal: AbortSignal
}

/** The command blocks of a handbook for the user `quiver`, by heading, in order. */
export function readHandbook(root: string, name: string) {
  const sections = new Map<string, string[]>()
  let heading = ''
  for (const [, title, block] of readFileSync(join(root, 'docs', name), 'utf8').matchAll(
    /^#{2,3} (.+)$|^ *```sh\n( *# as quiver\n[\s\S]*?)^ *```$/gm,
  )) {
    if (title !== undefined) heading = title
    else sections.set(heading, [...(sections.get(heading) ?? []), block ?? ''])
  }
  return {
    /** @throws if the handbook no longer has such blocks */
    blocks(title: string) {
      const found = sections.get(title)
      if (!found) throw new Error(`docs/${name} has no commands below "${title}"`)
      return found
    },
  }
}

/** Runs a block in a shell, unchanged except for the folders. @returns all output, and the exit code */
export async function type(
  block: string,
  { home: here, source: from, signal }: Where,
  words: Record<string, string> = {},
) {
  let text = block.replaceAll(home, here).replaceAll(source, from)
  for (const [word, meant] of Object.entries(words)) {
    if (!text.includes(word)) throw new Error(`"${word}" does not stand in:\n${block}`)
    text = text.replaceAll(word, meant)
  }
  const shell = spawn('bash', ['-e', '-c', text], {
    env: bareEnvironment(here),
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  let said = ''
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => (said += chunk))
  const [code] = await once(shell, 'close')
  return { code: code as number | null, said: stripVTControlCharacters(said) }
}

/** A fresh login environment, without the variables and programs of the npm that runs this. */
export function bareEnvironment(here: string) {
  const { npm_execpath: _, NODE_ENV: __, PATH = '', ...env } = process.env
  const kept = Object.entries(env).filter(
    ([name]) => !/^npm_(?!config_registry)|^QUIVER_|^VITEST|^NODE_CHANNEL/.test(name),
  )
  const folders = PATH.split(delimiter).filter((folder) => !/node_modules|node-gyp-bin/.test(folder))
  return { ...Object.fromEntries(kept), HOME: here, PATH: folders.join(delimiter) } as Record<string, string>
}
