import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FaultContext } from './fault.ts'

/** A change in one spot of the sources. Its text must appear exactly once, or the patch is stale. */
export interface Patch {
  file: string
  from: string
  to: string
}

export const projectRoot = join(import.meta.dirname, '../..')
const copied = [
  ...[
    'src',
    'test',
    'scripts',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
    'vite.config.ts',
    'club.config.ts',
  ],
  ...['playwright.config.ts', 'index.html', 'public'],
]
const linked = ['node_modules', 'dist']

/** Copies the sources, for changes that must not touch the working tree. */
export async function copyTree(context: Pick<FaultContext, 'onEnd'>, patches: Patch[] = []) {
  const root = mkdtempSync(join(tmpdir(), 'quiver-copy-'))
  context.onEnd(() => rmSync(root, { recursive: true, force: true }))
  for (const name of copied) cpSync(join(projectRoot, name), join(root, name), { recursive: true })
  for (const name of linked) symlinkSync(join(projectRoot, name), join(root, name), 'junction')
  const apply = (patch: Patch) => {
    const file = join(root, patch.file)
    const before = readFileSync(file, 'utf8')
    writeFileSync(file, patched(before, patch))
    return { undo: () => writeFileSync(file, before) }
  }
  for (const patch of patches) apply(patch)
  return { root, apply }
}

/** Builds the web app of a copy from its own sources. Until then, it has the original's build. */
export async function buildWeb(root: string, { signal }: Pick<FaultContext, 'signal'>) {
  rmSync(join(root, 'dist'))
  const vite = join(projectRoot, 'node_modules/vite/bin/vite.js')
  for (const more of [['--ssr', 'src/web/server-html.tsx'], []]) {
    const env = { ...process.env, NODE_ENV: 'production' }
    const child = spawn(process.execPath, [vite, 'build', ...more], { cwd: root, env, stdio: 'ignore', signal })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error('the web of the copy did not build')
  }
}

/** @throws if the patch is stale: its text is missing, or appears more than once */
export function patched(text: string, { file, from, to }: Patch) {
  const places = text.split(from).length - 1
  if (places !== 1) throw new Error(`guard list is stale: in ${file} this stands ${places} times: ${from}`)
  return text.replace(from, () => to)
}
