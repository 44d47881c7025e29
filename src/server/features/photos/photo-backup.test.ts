import { expect, test } from 'vitest'
import { inOnePiece } from '#server/ops/files/club-files.ts'
import { createPlaces, envOf, quiver } from '#test/support/backup.ts'
import { createTestClub, engines } from '#test/support/club.ts'
import { jpeg, sendPicture } from '#test/support/pictures.ts'
import { startS3Store } from '#test/support/s3-store.ts'
import { deleteUnusedPhotos } from './stored-photos.ts'

const stores = ['disk', 'a bucket'] as const
const day = 24 * 3_600_000
const cases = engines.flatMap((engine) => stores.flatMap((from) => stores.map((to) => ({ engine, from, to }))))

test.each(cases)(
  'photos on $from are all there after a backup and a restore to $to ($engine)',
  async ({ engine, from, to }) => {
    await using places = await createPlaces()
    await using store = await startS3Store('before', 'after')
    const fromEnv = from === 'disk' ? {} : store.env('before')
    await using club = await createTestClub(engine, { env: fromEnv })
    const ana = await club.member({ keep: true })
    await sendPicture(ana, await jpeg())
    const { pictureUrl } = (await sendPicture(ana, await jpeg({ width: 300 }))).json()
    // Uploaded while the backup was running: its rows are older than its files.
    await club.ctx.files.write(`pictures/${ana.id}/late-512.webp`, inOnePiece(Buffer.from('x')))
    const taken = await quiver({ ...envOf(club), ...fromEnv }, 'backup', places.fresh())
    expect(taken).toMatchObject({ code: 0, said: expect.stringContaining('and 5 files') })

    const folder = `${places.folder}/place-1`
    const env = { ...(await places.empty(engine)), ...(to === 'disk' ? {} : store.env('after')) }
    const restored = await quiver(env, 'restore', folder)
    expect(restored).toMatchObject({ code: 0, said: expect.stringMatching(/All \d+ checks passed\.$/) })
    const databaseUrl = 'DATABASE_URL' in env ? String(env.DATABASE_URL) : null
    await using again = await createTestClub(engine, { env, beside: { databaseUrl } })
    const before = await ana.send({ method: 'GET', path: pictureUrl })
    const after = await (await again.loggedIn(ana.email)).send({ method: 'GET', path: pictureUrl })
    expect([after.statusCode, after.rawPayload.equals(before.rawPayload)]).toEqual([200, true])
    const clock = { ...again.clock, now: () => Math.max(Date.now(), club.clock.now()) + day + 1000 }
    await deleteUnusedPhotos({ ...again.ctx, clock })
    expect(await again.ctx.files.list()).toHaveLength(2)
  },
)
