import { createHash } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { schemaVersion } from '#server/db/migrate.ts'
import { inOnePiece } from '#server/ops/files/club-files.ts'
import { filesInBucket } from '#server/ops/files/s3-files.ts'
import { createPlaces, envOf, manifestOf, quiver } from '#test/support/backup.ts'
import { engines } from '#test/support/club.ts'
import { createUsedClub } from '#test/support/corruptions/used-club.ts'
import { startS3Store } from '#test/support/s3-store.ts'
import { renderManifest } from './manifest.ts'
import { copyOffsite, fetchOffsite, listOffsite } from './offsite-copies.ts'
import { nameOfBackup } from './retention.ts'

const bucketName = 'club-backups'
const day = 24 * 3_600_000

/** The variables `BACKUP_S3_…` for this store. */
function settingsOf(store: Awaited<ReturnType<typeof startS3Store>>) {
  return Object.fromEntries(Object.entries(store.env(bucketName)).map(([name, value]) => [`BACKUP_${name}`, value]))
}

describe.each(engines)('a copy on another machine (%s)', (engine) => {
  test('is restored by one command on a new one, row by row and file by file', async () => {
    await using places = createPlaces()
    await using store = await startS3Store(bucketName)
    const used = await createUsedClub(engine)
    await using club = used.club
    await mkdir(join(club.dataDir, 'files', 'pictures'), { recursive: true })
    await writeFile(join(club.dataDir, 'files', 'pictures', 'ana.webp'), Buffer.from([0, 255, 10, 13]))
    const env = { ...envOf(club), ...settingsOf(store) }
    const here = places.fresh()
    expect(await quiver(env, 'backup', here)).toMatchObject({ code: 0 })
    const sent = await quiver(env, 'backup', '--off-host')
    expect(sent).toEqual({
      code: 0,
      complained: '',
      said: expect.stringMatching(
        /^Backed up 45 tables \(\d+ rows\) and 1 file as off-host:\S+Z in \S+ s; sent [\d,]+ kB\.$/,
      ),
    })
    const [name = ''] = await listOffsite(filesInBucket(store.settings(bucketName)))
    expect((await quiver(env, 'backups')).said).toContain(`In the bucket:\n  off-host:${name}`)

    const fresh = { ...(await places.empty(engine)), ...settingsOf(store) }
    const restored = await quiver(fresh, 'restore', 'off-host:latest')
    expect(restored).toMatchObject({ code: 0, complained: '' })
    expect(restored.said).toMatch(/^Fetched off-host:\S+ to \S+ in \S+ s\.\nRestored 45 tables /)
    const fetched = await manifestOf(join(fresh.DATA_DIR, 'backups', name))
    const local = await manifestOf(here)
    expect([fetched.tables, fetched.files]).toEqual([local.tables, local.files])
    expect(await readdir(join(fresh.DATA_DIR, 'files', 'pictures'))).toEqual(['ana.webp'])
  })
})

function factsOf(content: string) {
  return { size: content.length, sha256: createHash('sha256').update(content).digest('hex') }
}

describe('in the bucket', () => {
  test('what has had its days goes, and nothing that another backup needs', async () => {
    await using places = createPlaces()
    await using store = await startS3Store(bucketName)
    const bucket = filesInBucket(store.settings(bucketName))
    const begin = Date.parse('2026-11-01T08:20:00Z')
    const backUp = async (nowMs: number, content: string) =>
      copyOffsite({
        bucket,
        folder: places.fresh(),
        take: async (folder, { to, known }) => {
          const files: Record<string, { size: number; sha256: string }> = {}
          for (const path of ['always', content]) {
            if (!known[path]) await to.write(path, inOnePiece(Buffer.from(path)))
            files[`files/${path}`] = known[path] ?? factsOf(path)
          }
          const manifest = {
            format: 1 as const,
            app: 'test',
            schema: schemaVersion,
            engine: 'sqlite' as const,
            takenAt: new Date(nowMs).toISOString(),
            secretMark: '',
            tables: {},
            files,
          }
          await mkdir(folder)
          await writeFile(join(folder, 'manifest.json'), renderManifest(manifest))
          return manifest
        },
        nowMs,
        keepDays: 3,
      })
    for (let i = 0; i < 6; i++) await backUp(begin + i * day, `of day ${i}`)
    const names = await listOffsite(bucket)
    expect(names).toEqual([2, 3, 4, 5].map((i) => nameOfBackup(begin + i * day)))
    for (const name of names) {
      const folder = places.fresh()
      await fetchOffsite(bucket, name, folder, { schemaVersion, progress: () => {} })
      expect(await readdir(join(folder, 'files'))).toHaveLength(2)
    }
    // One object for each of four days, and one that all share; those used only by the first two days' backups are
    // gone.
    expect((await bucket.list()).filter((path) => path.startsWith('objects/'))).toHaveLength(5)
  })
})
