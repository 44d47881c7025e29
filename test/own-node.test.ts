import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { ownNodes } from '../scripts/own-node.mjs'
import { emptyFolder } from './support/empty-folder.ts'

const root = join(import.meta.dirname, '..')

/** A program that claims to be that version of Node, and leaves a file that shows it has run. */
const pretender = (folder: string) => `#!/bin/sh\ntouch '${folder}/has-run'\necho v${ownNodes.version}\n`

/** Records its arguments, and "installs": its `rebuild node` copies what is in `fetched`. */
const standInNpm = `
const fs = require('node:fs')
fs.appendFileSync('npm-calls', process.argv.slice(2).filter((arg) => !/^--(loglevel|no-|include)/.test(arg)).join(' ') + '\\n')
if (process.argv[2] === 'ci') {
  fs.rmSync('node_modules', { recursive: true, force: true })
  fs.mkdirSync('node_modules/node/bin', { recursive: true })
  fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json')
}
if (process.argv[2] === 'rebuild' && process.argv[3] === 'node') fs.copyFileSync('fetched', 'node_modules/node/bin/node')
`

/** A project with the real set-up scripts, in which nothing is installed yet. */
async function createProject() {
  const { folder, [Symbol.dispose]: remove } = emptyFolder()
  await cp(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true, filter: (name) => !name.endsWith('.ts') })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ dependencies: { node: ownNodes.version } }))
  const script = { version: '1.0.0', hasInstallScript: true }
  const packages = {
    '': {},
    'node_modules/node': { version: ownNodes.version, hasInstallScript: true },
    'node_modules/@a/tool': script,
  }
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  await writeFile(join(folder, 'npm-cli.js'), standInNpm)
  await writeFile(join(folder, 'fetched'), pretender(folder), { mode: 0o755 })
  const bin = join(folder, 'node_modules/node/bin/node')
  return {
    folder,
    bin,
    hasRun: () => existsSync(join(folder, 'has-run')),
    npmCalls: async () =>
      (await readFile(join(folder, 'npm-calls'), 'utf8').catch(() => '')).split('\n').filter(Boolean),
    /** As if the pinned hash were that of the fetched file. */
    async pinFetched() {
      const file = join(folder, 'scripts/own-node.mjs')
      const hash = createHash('sha256')
        .update(await readFile(join(folder, 'fetched')))
        .digest('hex')
      await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/[0-9a-f]{64}/g, hash))
    },
    async setUp(...nodeOptions: string[]) {
      const child = spawn(process.execPath, [...nodeOptions, 'scripts/set-up.mjs', 'check'], {
        cwd: folder,
        env: { PATH: process.env.PATH, npm_execpath: join(folder, 'npm-cli.js') },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
      return { code, said }
    },
    [Symbol.dispose]: remove,
  }
}

describe('the project’s own Node (T97)', () => {
  // Shows: T97
  test('is not run when it is another one, nor is any package’s script', async () => {
    using project = await createProject()
    const { code, said } = await project.setUp()
    expect(code).toBe(1)
    expect(said).toContain("isn't the one Quiver was released with, so it wasn't run.")
    expect(said).toContain('Delete the node_modules folder and run this command again.')
    expect(project.hasRun()).toBe(false)
    expect(await project.npmCalls()).toEqual(['ci --ignore-scripts', 'rebuild node'])

    // Nor the next time, when everything else is in place.
    expect(await project.setUp()).toMatchObject({ code: 1, said: expect.stringContaining("it wasn't run") })
    expect(project.hasRun()).toBe(false)
  })

  test('runs when it is the right one, then the packages’ scripts; and a change of it later is noticed', async () => {
    using project = await createProject()
    await project.pinFetched()
    expect(await project.setUp()).toMatchObject({ code: 0 })
    expect(project.hasRun()).toBe(true)
    const calls = ['ci --ignore-scripts', 'rebuild node', 'rebuild @a/tool']
    expect(await project.npmCalls()).toEqual(calls)
    // Nothing is missing: nothing runs.
    await rm(join(project.folder, 'has-run'))
    expect(await project.setUp()).toEqual({ code: 0, said: '' })
    expect(project.hasRun()).toBe(false)
    expect(await project.npmCalls()).toEqual(calls)

    await writeFile(project.bin, `${pretender(project.folder)}# changed\n`)
    await chmod(project.bin, 0o755)
    expect(await project.setUp()).toMatchObject({ code: 1, said: expect.stringContaining("it wasn't run") })
    expect(project.hasRun()).toBe(false)
  })
})
