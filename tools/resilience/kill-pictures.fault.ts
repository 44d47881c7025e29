// Shows: T66

import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pictureFile, pictureOfFile, pictureSizes, smallPictureUrl } from '#domain/photos.ts'
import { type ClubFiles, filesIn } from '#server/ops/files/club-files.ts'
import { filesInBucket } from '#server/ops/files/s3-files.ts'
import { startFaultProxy } from '#test/support/fault-proxy.ts'
import { startS3Store } from '#test/support/s3-store.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { openPhone } from './phone.ts'
import { anyPhoto, seen, sendPhoto, whatIsWrongWith } from './picture-load.ts'
import { type SeededClub, type SeededMember, seedClub } from './seeded-club.ts'
import { rowBeforeFiles } from './servers-without.ts'
import { halfAFile, hasStopped, pictureStopNames, pictureStops, reEncoding, stopServerAt } from './stop-points.ts'
import { copyTree } from './tree-copy.ts'

const members = 6
const stores = ['disk', 'bucket'] as const

export const fault: Fault = {
  name: 'kill-pictures',
  promise:
    'After `kill -9` anywhere between a picture’s first byte and its answer, no half file is shown, the former picture or the whole new one stands, strays are swept, and sending again works (T66).',
  engines: ['sqlite', 'postgres'],
  limitMinutes: 20,
  async run(context) {
    const wrong: string[] = []
    const total = {
      kills: 0,
      acknowledged: 0,
      lost: 0,
      doubled: 0,
      newThoughUnheard: 0,
      strays: 0,
      readyMs: [] as number[],
    }
    const { root } = await copyTree(context, pictureStops)
    for (const store of stores) {
      const bench = await openBench(context, store, root)
      const kills: Kill[] = [
        killHalfway,
        ...Array.from({ length: context.rounds(2) }, () =>
          pictureStopNames.map((point) => killAt(point, store)),
        ).flat(),
        ...Array.from({ length: context.rounds(10) }, killSometime),
      ]
      for (const kill of kills) {
        const round = await strike(bench, kill)
        total.kills += 1
        total.acknowledged += round.acknowledged
        total.lost += round.lost
        total.doubled += round.doubled
        total.newThoughUnheard += round.newThoughUnheard
        total.readyMs.push(round.readyMs)
        wrong.push(...round.wrong.map((what) => `${store}, ${kill.name}: ${what}`))
        context.say(`${store}, killed ${kill.name}: ${round.stood}, ready again in ${round.readyMs} ms`)
      }
      const swept = await sweep(bench)
      total.strays += swept.strays
      wrong.push(...swept.wrong.map((what) => `${store}, swept: ${what}`))
      await bench.end()
    }
    const control = await missingWithoutGuard(context)
    if (control === 0) wrong.push('the control did not notice: with the row before its files nothing was missing')
    return outcomeOf(wrong, {
      kills: total.kills,
      acknowledged: total.acknowledged,
      lost: total.lost,
      doubled: total.doubled,
      'new though the answer was cut off': total.newThoughUnheard,
      'files of no use swept': total.strays,
      'ready again, most ms': Math.max(...total.readyMs),
      'files missing with the row before its files (control)': control,
    })
  },
}

type Bench = Awaited<ReturnType<typeof openBench>>

async function openBench(context: FaultContext, store: (typeof stores)[number], root: string) {
  const bucket = store === 'bucket' ? await openBucket(context) : null
  const club = await seedClub(context, { members, ...(bucket ? { env: bucket.env } : {}) })
  const files: ClubFiles = bucket?.files ?? filesIn(join(club.dataDir, 'files'))
  const shown = new Map<string, Shown>()
  let turn = 0
  const bench = {
    context,
    club,
    root,
    files,
    proxy: bucket?.proxy ?? null,
    server: await club.start(root),
    /** Takes turns, so that no one reaches the hourly limit of photos. */
    next: () => club.members[turn++ % members] as SeededMember,
    shown,
    /** The number of half-written files. */
    async unfinished() {
      const names = await readdir(join(club.dataDir, 'files'), { recursive: true }).catch(() => [])
      return names.filter((name) => name.endsWith('.unfinished')).length
    },
    async end() {
      await bench.server.kill()
    },
  }
  for (const member of club.members) {
    const answer = await sendPhoto(club.url, { cookie: member.cookie, photo: await anyPhoto() })
    if (answer?.status !== 200) throw new Error(`no first picture: ${answer?.status}`)
    shown.set(member.id, await look(bench, member, answer.pictureUrl))
  }
  return bench
}

async function openBucket(context: FaultContext) {
  const store = await startS3Store('club')
  context.onEnd(() => store[Symbol.asyncDispose]())
  const settings = store.settings('club')
  const proxy = await startFaultProxy(Number(new URL(settings.endpoint).port))
  context.onEnd(() => proxy.stop())
  const env = { ...store.env('club'), S3_ENDPOINT: `http://127.0.0.1:${proxy.port}` }
  return { proxy, env, files: filesInBucket(settings) }
}

/** A photo as its owner sees it. */
type Shown = { url: string; bytes: (Buffer | null)[] }

async function look({ club }: { club: SeededClub }, { cookie }: SeededMember, url: string): Promise<Shown> {
  return { url, bytes: [await seen(club.url, url, cookie), await seen(club.url, smallPictureUrl(url), cookie)] }
}

type UploadResponse = Awaited<ReturnType<typeof sendPhoto>>
type Upload = { member: SeededMember; photo: Buffer; key: string }
/** Uploads a photo and kills the server during the upload. @returns the response, or null */
type Kill = { name: string; run: (bench: Bench, act: Upload) => Promise<UploadResponse> }

const killHalfway: Kill = {
  name: 'when half of it had come in',
  run: ({ club, server }, { member, photo, key }) =>
    sendPhoto(club.url, { cookie: member.cookie, photo, key, stopHalfway: () => server.kill() }),
}

function killAt(point: string, store: (typeof stores)[number]): Kill {
  // A bucket gets each file in one request, so half a file exists only during the upload.
  if (point === halfAFile && store === 'bucket') return killOnTheWay
  return {
    name: `when ${point}`,
    async run({ club, server }, { member, photo, key }) {
      await stopServerAt(club.dataDir, point)
      const answer = sendPhoto(club.url, { cookie: member.cookie, photo, key })
      await hasStopped(club.dataDir)
      // The decoder goes on while the server has stopped, so kill it at a random moment of that.
      if (point === reEncoding) await pause(Math.random() * 300)
      await server.kill()
      await stopServerAt(club.dataDir, null)
      return answer
    },
  }
}

/** Kills it while the store receives the file, so that the rest never arrives. */
const killOnTheWay: Kill = {
  name: 'when half of it was on its way to the bucket',
  async run({ club, server, proxy, context }, { member, photo, key }) {
    const before = await reserved(club)
    await proxy?.set({ kind: 'slow', bytesPerSecond: 20_000 })
    const answer = sendPhoto(club.url, { cookie: member.cookie, photo, key })
    while ((await reserved(club)) === before) {
      context.signal.throwIfAborted()
      await pause(10)
    }
    await pause(400)
    await server.kill()
    await proxy?.set({ kind: 'pass' })
    return answer
  },
}

/** Kills it at any moment of the upload, or after it. */
function killSometime(_: unknown, round: number): Kill {
  const afterMs = 5 + ((round * 131) % 1000)
  return {
    name: `after ${afterMs} ms`,
    async run({ club, server }, { member, photo, key }) {
      const answer = sendPhoto(club.url, { cookie: member.cookie, photo, key })
      await pause(afterMs)
      await server.kill()
      return answer
    },
  }
}

async function reserved({ db }: SeededClub) {
  return (await db.selectFrom('picture').select('id').execute()).length
}

async function strike(bench: Bench, kill: Kill) {
  const { club } = bench
  const member = bench.next()
  const before = bench.shown.get(member.id) as Shown
  const act = { member, photo: await anyPhoto(), key: randomUUID() }
  const answer = await kill.run(bench, act)
  await bench.server.kill()
  const begunAt = performance.now()
  bench.server = await club.start(bench.root)
  while ((await openPhone(club.url).get('/readyz')).status !== 200) bench.context.signal.throwIfAborted()
  const readyMs = Math.round(performance.now() - begunAt)

  const wrong: string[] = []
  const after = await judge(bench, member, wrong)
  const isNew = after.url !== before.url
  if (!isNew && before.bytes.some((bytes, index) => !after.bytes[index]?.equals(bytes ?? Buffer.alloc(0))))
    wrong.push('the former picture is not what it was')
  const lost = answer?.status === 200 && after.url !== answer.pictureUrl ? 1 : 0
  if (lost > 0) wrong.push('an acknowledged picture is not shown')
  if (answer !== null && answer.status !== 200) wrong.push(`the phone heard ${answer.status}`)
  // Without a response, the phone retries with the same key, twice.
  const again = await sendPhoto(club.url, { cookie: member.cookie, ...act })
  const twice = await sendPhoto(club.url, { cookie: member.cookie, ...act })
  if (again?.status !== 200) wrong.push(`sending again was answered ${again?.status ?? 'not at all'}`)
  if (isNew && again?.pictureUrl !== after.url) wrong.push('sending again made another picture')
  if (twice?.pictureUrl !== again?.pictureUrl) wrong.push('sending a third time made another picture')
  const last = await judge(bench, member, wrong)
  if (last.url !== again?.pictureUrl) wrong.push('what was sent again is not shown')
  const inUse = await club.db
    .selectFrom('picture')
    .select('id')
    .where('memberId', '=', member.id)
    .where('unusedSince', 'is', null)
    .execute()
  const doubled = inUse.length > 1 ? 1 : 0
  if (inUse.length !== 1) wrong.push(`${inUse.length} pictures are in use`)
  bench.shown.set(member.id, last)
  return {
    wrong,
    acknowledged: answer?.status === 200 ? 1 : 0,
    newThoughUnheard: answer === null && isNew ? 1 : 0,
    lost,
    doubled,
    readyMs,
    stood: isNew ? 'the new picture stands' : 'the former picture stands',
  }
}

/** Returns the photo the member is shown. Checks that it's complete and that no one gets unused photos. */
async function judge(bench: Bench, member: SeededMember, wrong: string[]) {
  const { club } = bench
  const { json } = await openPhone(club.url, member.cookie).get('/rpc/session/get')
  const { pictureUrl } = json.person as { pictureUrl: string }
  const shown = await look(bench, member, pictureUrl)
  for (const [index, size] of pictureSizes.entries()) {
    const what = await whatIsWrongWith(shown.bytes[index] ?? null, size)
    if (what !== null) wrong.push(`the picture of ${size} ${what}`)
  }
  const unused = await club.db.selectFrom('picture').select('id').where('unusedSince', 'is not', null).execute()
  for (const { id } of unused.slice(-3))
    if ((await seen(club.url, `/files/pictures/${id}/512.webp`, member.cookie)) !== null)
      wrong.push('a picture that is of no use was given away')
  return shown
}

/** A day later, a restarted server has deleted all unused files; `verify` agrees. */
async function sweep(bench: Bench) {
  const { club, files } = bench
  const wrong: string[] = []
  const before = await files.list()
  const unfinished = await bench.unfinished()
  await bench.server.kill()
  const longAgo = new Date(Date.now() - 25 * 3_600_000).toISOString()
  await club.db.updateTable('picture').set({ unusedSince: longAgo }).where('unusedSince', 'is not', null).execute()
  bench.server = await club.start(bench.root)
  const used = async () => {
    const rows = await club.db.selectFrom('picture').select(['id', 'memberId', 'unusedSince']).execute()
    return rows
  }
  while ((await used()).some(({ unusedSince }) => unusedSince !== null)) {
    bench.context.signal.throwIfAborted()
    await pause(50)
  }
  const right = (await used()).flatMap((picture) => pictureSizes.map((size) => pictureFile(picture, size))).sort()
  const left = await files.list()
  if (right.length !== 2 * members) wrong.push(`${right.length} files are in use`)
  const strays = left.filter((path) => !right.includes(path))
  if (strays.length > 0)
    wrong.push(`${strays.length} stray files were left, the first of ${pictureOfFile(strays[0] ?? '')?.id}`)
  if (right.some((path) => !left.includes(path))) wrong.push('files that are in use are gone')
  if ((await bench.unfinished()) > 0) wrong.push('half files were left')
  const { code, output } = await bench.server.quiver('verify')
  if (code !== 0) wrong.push(`verify ended with ${code}: ${output.slice(-400)}`)
  return { wrong, strays: before.length + unfinished - left.length }
}

/** The negative control: a server that shows a photo before its files exist. @returns how many files were missing */
async function missingWithoutGuard(context: FaultContext) {
  const { root } = await copyTree(context, [...pictureStops, rowBeforeFiles])
  const bench = await openBench(context, 'disk', root)
  const wrong: string[] = []
  const member = bench.next()
  await killAt(halfAFile, 'disk').run(bench, { member, photo: await anyPhoto(), key: randomUUID() })
  bench.server = await bench.club.start(root)
  await judge(bench, member, wrong)
  await bench.end()
  return wrong.length
}
