import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { createTestClub } from '#test/support/club.ts'
import { startProcess } from '#test/support/command.ts'
import { emptyFolder } from '#test/support/empty-folder.ts'
import { freePort } from '#test/support/server.ts'
import { isRescued } from './database-file.ts'

const main = join(import.meta.dirname, '../main.ts')

const start = async (dataDir: string) => {
  const port = String(await freePort())
  const server = startProcess(main, [], { env: { DATA_DIR: dataDir, PORT: port, LOG_LEVEL: 'silent' } })
  const origin = `http://localhost:${port}`
  return {
    ...server,
    ready: () => server.line(/is ready/),
    /** Retries until it is acknowledged, because a busy machine may shed the first requests. */
    signUp: (email: string) =>
      expect
        .poll(
          async () => {
            const answer = await fetch(`${origin}/rpc/account/signUp`, {
              method: 'POST',
              headers: { 'content-type': 'application/json', origin },
              body: JSON.stringify({ json: { email, password: 'quiet gold at eighteen metres' } }),
            })
            return answer.status
          },
          { timeout: 15_000, interval: 1000 },
        )
        .toBe(200),
  }
}

/** A server on which this person has signed up. */
async function startWith(dataDir: string, email: string) {
  const server = await start(dataDir)
  await server.ready()
  await server.signUp(email)
  return server
}

/** The addresses that have signed up, read from a database file. */
function emailsIn(file: string) {
  const database = new DatabaseSync(file)
  try {
    expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
    return database
      .prepare('select email from user order by email')
      .all()
      .map(({ email }) => email)
  } finally {
    database.close()
  }
}

const ana = 'ana@purdue.edu'

describe('a server whose database is taken away under it (T70)', { timeout: 60_000 }, () => {
  // Shows: T70
  test('stops within seconds with what it has saved, and starts no empty club in its place', async () => {
    using made = emptyFolder()
    const dataDir = join(made.folder, 'data')
    const server = await startWith(dataDir, ana)
    const file = join(dataDir, 'quiver.db')
    rmSync(file)
    const from = performance.now()
    const { code, stderr } = await server.ended
    expect(performance.now() - from).toBeLessThan(5000)
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /quiver\.db was moved, replaced, or deleted while Quiver was using it, so Quiver stops\. All changes are in \S+rescued\S+\.db\./,
    )
    const [rescued = ''] = readdirSync(dataDir).filter(isRescued)
    expect(emailsIn(join(dataDir, rescued))).toEqual([ana])

    expect(await (await start(dataDir)).ended).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/quiver\.db is missing, but quiver\.rescued-\S+\.db is there/),
    })
    renameSync(join(dataDir, rescued), file)
    const again = await startWith(dataDir, 'bo@purdue.edu')
    again.stop()
    expect((await again.ended).code).toBe(0)
    expect(emailsIn(file)).toEqual([ana, 'bo@purdue.edu'])
  })

  test('leaves a database that took its place as it is', async () => {
    using made = emptyFolder()
    const dataDir = join(made.folder, 'data')
    const other = await startWith(join(made.folder, 'other'), 'bo@purdue.edu')
    other.stop()
    await other.ended
    const server = await startWith(dataDir, ana)
    const file = join(dataDir, 'quiver.db')
    renameSync(join(made.folder, 'other', 'quiver.db'), file)
    expect(await server.ended).toMatchObject({ code: 1, stderr: expect.stringContaining('All changes are in ') })
    // The old log must be gone, or SQLite would replay it into the new database.
    expect(existsSync(`${file}-wal`)).toBe(false)
    expect(emailsIn(file)).toEqual(['bo@purdue.edu'])
    const [rescued = ''] = readdirSync(dataDir).filter(isRescued)
    expect(emailsIn(join(dataDir, rescued))).toEqual([ana])
  })

  test.each(['-wal', '-shm'])('loses nothing when its %s file is deleted', async (suffix) => {
    using made = emptyFolder()
    const dataDir = join(made.folder, 'data')
    const server = await startWith(dataDir, ana)
    const file = join(dataDir, 'quiver.db')
    rmSync(`${file}${suffix}`)
    expect(await server.ended).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was lost') })
    expect(emailsIn(file)).toEqual([ana])
  })

  // Shows: T70
  test.each(['', '-wal'])('acknowledges no write from then on (quiver.db%s)', async (suffix) => {
    await using club = await createTestClub('sqlite')
    const member = await club.member()
    const practiceId = await club.practice()
    await member.api.practices.answer({ practiceId, answer: 'archer' })
    rmSync(join(club.dataDir, `quiver.db${suffix}`))
    const error = await member.api.practices.answer({ practiceId, answer: 'driver' }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ status: 503 })
  })
})

// Shows: T71
test('a second server on the same file is refused, whichever link leads there (T71)', {
  timeout: 60_000,
}, async () => {
  using made = emptyFolder()
  const dataDir = join(made.folder, 'data')
  const server = await start(dataDir)
  await server.ready()
  const another = /Another Quiver server is already using/
  // The hard link comes last, because a second name has every server refused.
  for (const [way, refusal] of [
    ['folder', another],
    ['link', another],
    ['hard link', /quiver\.db has 2 names \(hard links\)/],
  ] as const) {
    const second = join(made.folder, way)
    if (way === 'folder') symlinkSync(dataDir, second)
    else mkdirSync(second)
    if (way === 'link') symlinkSync(join(dataDir, 'quiver.db'), join(second, 'quiver.db'))
    if (way === 'hard link') linkSync(join(dataDir, 'quiver.db'), join(second, 'quiver.db'))
    const { ended } = await start(second)
    expect([way, await ended]).toEqual([way, { code: 2, stdout: '', stderr: expect.stringMatching(refusal) }])
  }
  server.stop()
  expect((await server.ended).code).toBe(0)
})
