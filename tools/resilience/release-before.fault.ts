// Shows: T72

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Database, openDatabase } from '#server/db/database.ts'
import { createDatabase, startPostgres } from '#test/support/postgres.ts'
import { loggedInAgain, type QuickMember, quickMember } from '#test/support/quick-member.ts'
import { prepareServer, startServerProcess } from '#test/support/server.ts'
import { type Fault, type FaultContext, notJudged, outcomeOf } from './fault.ts'
import { openPhone } from './phone.ts'
import { projectRoot } from './tree-copy.ts'

/** The commit of the previous release. Update it with each release. */
const releaseBefore = '1b7eb34dd2b3247ce42240b9e000e5e3bdd90ac9'

export const fault: Fault = {
  name: 'release-before',
  promise:
    'An update from the release before keeps every RSVP and session, and while both run, each shows what members did with the other (T72).',
  engines: ['sqlite', 'postgres'],
  limitMinutes: 5,
  async run(context) {
    const root = sourcesBefore(context)
    if (root === null) return notJudged('the history of the sources does not reach back to the release before')
    const club = await openOldClub(context, root)
    const wrong: string[] = []
    const told = await whatIsTold(club, club.old.url)
    const rows = await club.rows()
    if (context.engine === 'sqlite') await club.old.stop()
    const newer = await club.startNewer()

    const rowsAfter = await club.rows()
    wrong.push(...changes(rows, rowsAfter, 'rows'))
    const toldAfter = await whatIsTold(club, newer.url)
    wrong.push(...changes(told, toldAfter, 'told'))
    if (/"cantCome":(?!0\b|\[\])/.test(JSON.stringify(toldAfter))) wrong.push('somebody can’t come who never said so')
    if (context.engine === 'postgres') wrong.push(...(await sideBySide(club, newer.url)))
    const { code, output } = await newer.quiver('verify')
    if (code !== 0) wrong.push(`verify ended with ${code}: ${output}`)

    const { db } = club.database
    await db
      .deleteFrom('rsvp')
      .where('memberId', '=', rows.rsvp[0]?.memberId ?? '')
      .execute()
    const rowsMissed = changes(rows, await club.rows(), 'rows').length
    const toldMissed = changes(told, await whatIsTold(club, newer.url), 'told').length
    if (rowsMissed === 0 || toldMissed === 0) wrong.push('the control did not notice that RSVPs are gone')
    return outcomeOf(wrong, {
      RSVPs: rows.rsvp.length,
      'check-ins': rows.attendance.length,
      'differences after the update': wrong.length,
      'differences where RSVPs were removed (control)': rowsMissed + toldMissed,
    })
  },
}

/** @returns a folder with the sources of the previous release, or null if the Git history doesn't have it */
function sourcesBefore(context: FaultContext) {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: projectRoot, stdio: 'pipe', maxBuffer: 2 ** 30 })
  const root = mkdtempSync(join(tmpdir(), 'quiver-before-'))
  context.onEnd(() => rmSync(root, { recursive: true, force: true }))
  try {
    execFileSync('tar', ['-x', '-C', root], { input: git('archive', releaseBefore) })
  } catch {
    return null
  }
  mkdirSync(join(root, '.cache'), { recursive: true })
  // This release's build is enough, because only the API is called; the previous one looks for the login page under another name.
  cpSync(join(projectRoot, 'dist'), join(root, 'dist'), { recursive: true })
  copyFileSync(join(root, 'dist/sign-in/server-html.js'), join(root, 'dist/sign-in/sign-in-markup.js'))
  // Install its own packages, because this release may have dropped some.
  const npm = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', npm, { cwd: root, stdio: 'pipe', shell: process.platform === 'win32' })
  return root
}

type OldClub = Awaited<ReturnType<typeof openOldClub>>

/** Fills a club with the API of the previous release: spots and a waitlist, someone who undid their RSVP, a check-in. */
async function openOldClub(context: FaultContext, root: string) {
  const postgres = context.engine === 'postgres' ? await startPostgres({ durable: true }) : null
  if (postgres) context.onEnd(() => postgres.stop())
  const url = postgres && (await createDatabase(postgres.url)).url
  const shared = {
    AUTH_SECRET: 'a test secret that is long enough 0123456789',
    ...(url === null ? {} : { DATABASE_URL: url }),
  }
  const again = await prepareServer({ env: shared })
  context.onEnd(() => rm(again.dataDir))
  const old = await startServerProcess({ again, root })
  context.onEnd(() => old.kill())
  const asked = { ...old, quiver: (...words: string[]) => command(root, again.env, words) }
  const signUp = (first: string, more: { car?: number; officer?: boolean } = {}) =>
    quickMember(asked, { email: `${first.toLowerCase()}@purdue.edu`, first, ...more })
  const officer = await signUp('Olive', { officer: true })
  const ana = await signUp('Ana')
  const ben = await signUp('Ben', { car: 3 })
  const cam = await signUp('Cam')
  const dee = await signUp('Dee')
  const eve = await signUp('Eve')
  const practiceIds = await comingPractices(officer)
  const [tonight = '', full = '', open = ''] = practiceIds

  await officer.call('managePractices.setLimit', { practiceId: full, expected: null, limit: 3 })
  const reply = (who: QuickMember, practiceId: string, answer: string | null) =>
    who.call('practices.answer', { practiceId, answer })
  for (const who of [ana, cam]) await reply(who, tonight, 'archer')
  for (const who of [ana, ben, cam, dee]) await reply(who, full, who === ben ? 'driver' : 'archer')
  for (const who of [ben, cam, eve]) await reply(who, open, who === ben ? 'driver' : 'archer')
  await reply(eve, open, null)
  await officer.call('practices.start', { practiceId: tonight })
  await ana.call('passes.use')
  await ana.call('practices.checkIn', { practiceId: tonight })

  const database: Database = openDatabase(
    url === null ? { file: join(again.dataDir, 'quiver.db') } : { url, poolSize: 2 },
  )
  context.onEnd(() => database.close())
  return {
    old,
    asked,
    database,
    officer,
    cam,
    open,
    practiceIds,
    people: [officer, ana, ben, cam, dee, eve],
    async rows() {
      const { db } = database
      const rsvp = await db.selectFrom('rsvp').selectAll().orderBy('practiceId').orderBy('memberId').execute()
      const attendance = await db.selectFrom('attendance').selectAll().orderBy('memberId').execute()
      return { rsvp, attendance }
    },
    /** Starts this release on the same data: instead of the old one on SQLite, next to it on PostgreSQL. */
    async startNewer() {
      const same = url === null ? again : await prepareServer({ env: shared })
      if (url !== null) context.onEnd(() => rm(same.dataDir))
      const newer = await startServerProcess({ again: same })
      context.onEnd(() => newer.kill())
      return newer
    },
  }
}

const rm = (folder: string) => rmSync(folder, { recursive: true, force: true })

async function comingPractices(member: QuickMember) {
  const { upcoming } = (await member.call('home.get')) as { upcoming: { id: string }[] }
  return upcoming.slice(0, 3).map(({ id }) => id)
}

/** Runs a command of the previous release, because one of this release would migrate the database. */
async function command(root: string, env: Record<string, string>, words: string[]) {
  const child = spawn(process.execPath, ['src/server/cli/main.ts', ...words], { cwd: root, env, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code: Number(code), output }
}

/** What this server shows of every RSVP to each member, and to the officers. */
async function whatIsTold(
  { people, officer, practiceIds }: Pick<OldClub, 'people' | 'officer' | 'practiceIds'>,
  url: string,
) {
  const cards = await Promise.all(people.map(async ({ cookie }) => cardsIn(await read(url, cookie, 'home/get'))))
  const records = await Promise.all(
    practiceIds.map((practiceId) => read(url, officer.cookie, 'practiceRecord/get', { practiceId })),
  )
  return { cards, records }
}

async function read(url: string, cookie: string, operation: string, input: object = {}) {
  const data = encodeURIComponent(JSON.stringify({ json: input }))
  const { status, json, body } = await openPhone(url, cookie).get(`/rpc/${operation}?data=${data}`)
  if (status !== 200) throw new Error(`${operation} was answered ${status}: ${body}`)
  return json as Tree
}

type Tree = { [name: string]: unknown }
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** All practices in a response, at any depth, by ID. */
function cardsIn(value: unknown): Tree {
  if (!isTree(value)) return {}
  const own = 'myAnswer' in value && 'archers' in value ? { [String(value.id)]: value } : {}
  return Object.assign(own, ...Object.values(value).map(cardsIn))
}

/** Values that are gone or different. Ignores what a newer release adds. */
function changes(before: unknown, after: unknown, where: string): string[] {
  if (Array.isArray(before) && (!Array.isArray(after) || after.length !== before.length))
    return [`${where}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`]
  if (isTree(before) && isTree(after))
    return Object.keys(before).flatMap((name) => changes(before[name], after[name], `${where}.${name}`))
  return isDeepStrictEqual(before, after) ? [] : [`${where}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`]
}

/** Someone RSVPs "can't come" with this release, and archer again with the previous one. Sessions from either are valid in both. */
async function sideBySide(club: OldClub, newer: string) {
  const { cam, officer, open: practiceId, old } = club
  const wrong: string[] = []
  const shown = async (url: string) => {
    const card = cardsIn(await read(url, cam.cookie, 'home/get'))[practiceId] as Tree
    const { answers } = (await read(url, officer.cookie, 'practiceRecord/get', { practiceId })) as { answers: Tree[] }
    return { myAnswer: card.myAnswer, archers: card.archers, drivers: card.drivers, listed: answers.length }
  }
  const expect = async (url: string, what: string, expected: object) => {
    const found = await shown(url)
    if (!isDeepStrictEqual(found, expected)) wrong.push(`${what}: ${JSON.stringify(found)}`)
    return found
  }
  const reply = async (url: string, answer: string) => {
    const { status, body } = await openPhone(url, cam.cookie).act('practices.answer', { practiceId, answer })
    if (status !== 200) wrong.push(`${answer} was answered ${status}: ${body}`)
  }
  const gone = { archers: 0, drivers: 1, listed: 1 }
  const back = { myAnswer: 'archer', archers: 1, drivers: 1, listed: 2 }
  await expect(old.url, 'at first the release before shows', back)
  await reply(newer, 'cant-come')
  await expect(newer, 'after can’t come this release shows', { ...gone, myAnswer: 'cant-come' })
  await expect(old.url, 'after can’t come the release before shows', { ...gone, myAnswer: 'cant-come' })

  // The control: the previous release counts every row in the table of spots.
  const { db } = club.database
  const [one] = await db.selectFrom('cantCome').selectAll().execute()
  const [like] = await db.selectFrom('rsvp').selectAll().where('practiceId', '=', practiceId).execute()
  if (!one || !like) return [...wrong, 'nothing is stored of can’t come']
  const planted = { ...like, memberId: one.memberId, kind: 'driver' as const }
  await db.insertInto('rsvp').values(planted).execute()
  const noticed = await shown(old.url).then(
    (found) => !isDeepStrictEqual(found, { ...gone, myAnswer: 'cant-come' }),
    () => true,
  )
  if (!noticed) wrong.push('the control did not notice a spot that was taken')
  await db.deleteFrom('rsvp').where('practiceId', '=', practiceId).where('memberId', '=', one.memberId).execute()

  wrong.push(...(await logInAcross(club, [old.url, newer])))
  await reply(old.url, 'archer')
  await expect(old.url, 'after archer the release before shows', back)
  await expect(newer, 'after archer this release shows', back)
  return wrong
}

/** A session from either release is valid in both. */
async function logInAcross({ asked, cam }: OldClub, urls: string[]) {
  const wrong: string[] = []
  for (const openedAt of urls) {
    const { cookie } = await loggedInAgain({ ...asked, url: openedAt }, cam)
    for (const url of urls) {
      const { status } = await openPhone(url, cookie).home()
      if (status !== 200) wrong.push(`a session opened at ${openedAt} was answered with ${status} at ${url}`)
    }
  }
  return wrong
}
