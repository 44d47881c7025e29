import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect } from 'vitest'
import { test } from '#test/support/club-test.ts'
import { type Ended, startProcess } from '#test/support/command.ts'
import { emptyFolder } from '#test/support/empty-folder.ts'
import { listenLocally } from '#test/support/local-port.ts'

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
/** A start takes a second, but longer on a busy machine. */
const patienceMs = 60_000
const isRoot = process.getuid?.() === 0

let folder: string
beforeAll(() => {
  const made = emptyFolder()
  folder = made.folder
  return made[Symbol.dispose]
})

/** Starts the real server with only these settings, and waits until it ends. */
const start = (env: Record<string, string>) =>
  startProcess(main, [], { env: { DATA_DIR: join(folder, 'data'), PORT: '0', ...env } }).ended

/** The process ended with code 2 and one line, and printed nothing else (T21). */
function expectRefusal(end: Ended, line: RegExp) {
  expect(end).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(/^[^\n]+\n$/) })
  expect(end.stderr).toMatch(line)
}

describe('the server does not start', { timeout: patienceMs }, () => {
  // Shows: T21
  test.each([
    ['a wrong field', '{ session: { idleMinutes: 0 } }', /slip\.ts: "session\.idleMinutes" /],
    ['a slip of syntax', "{\n  name: 'Archery'\n  terms: [],\n}\n", /slip\.ts could .* \(line 3\)\. A comma, /],
  ])('on a club.config.ts with %s, which it names', async (_, settings, line) => {
    const file = join(folder, 'slip.ts')
    writeFileSync(file, `export default ${settings}`)
    expectRefusal(await start({ CLUB_CONFIG: file }), line)
  })

  // Shows: T70
  test('in a folder where no one can make a file (T70)', { skip: process.platform !== 'linux' }, async () => {
    const line = /^DATA_DIR should be a folder [^\n]*\/proc/
    expectRefusal(await start({ DATA_DIR: '/proc' }), line)
    expectRefusal(await start({ DATA_DIR: '/proc', AUTH_SECRET: 'a test secret that is long enough 0123456789' }), line)
  })

  // Root can write to any file.
  // Shows: T70
  test('in a folder, or on a database, in which this user can’t write (T70)', { skip: isRoot }, async ({ club }) => {
    const file = join(club.dataDir, 'quiver.db')
    chmodSync(file, 0o400)
    expectRefusal(await start({ DATA_DIR: club.dataDir }), /^DATA_DIR should be [^\n]*quiver\.db": this user may not/)
    chmodSync(club.dataDir, 0o500)
    expectRefusal(
      await start({ DATA_DIR: club.dataDir }),
      /^DATA_DIR should be a folder in which this program can write/,
    )
    chmodSync(club.dataDir, 0o700)
  })

  // Shows: T71
  test('beside another server on the same data folder', async ({ club }) => {
    expectRefusal(await start({ DATA_DIR: club.dataDir }), /^Another Quiver server is already using /)
  })

  test('on a port that another program uses, and creates no club', async () => {
    await using other = createServer()
    const [port, dataDir] = [await listenLocally(other), join(folder, 'none')]
    expectRefusal(
      await start({ DATA_DIR: dataDir, PORT: `${port}` }),
      /^The port is already in use\. Stop [^\n]* PORT /,
    )
    expect(existsSync(join(dataDir, 'quiver.db'))).toBe(false)
  })
})
