import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { MemberRow } from '#contract/members.ts'
import { readFolder } from '#firebase/read-folder.ts'
import { startCommand } from '#test/support/command.ts'
import {
  type Counted,
  type FormerExport,
  filesOf,
  generateFormerClub,
  recount,
} from '#test/support/firebase-fixture/generate.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { openPhone, p99 } from './phone.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'

const members = 500
const practices = 200
const signIns = 20
const kills = 5
/** The server's own timeout for the database; during the import, 99 % of mutations must be faster. */
const mostMs = 5000

export const fault: Fault = {
  name: 'firebase-import',
  promise:
    'A club of 500 moves in from Firebase beside a running server, killed five times on the way: every balance, attendance and role is what it was, twenty sign in with their old passwords, a second time changes nothing, and what it leaves with is what it came with.',
  engines: ['sqlite', 'postgres'],
  limitMinutes: 30,
  async run(context) {
    const wrong: string[] = []
    const size = { members: context.rounds(members), practices: context.rounds(practices) }
    context.say(`hashing ${size.members} passwords`)
    const former = await generateFormerClub(18, { ...size, signIns: size.members })
    const folder = await mkdtemp(join(tmpdir(), 'quiver-former-'))
    context.onEnd(() => rm(folder, { recursive: true, force: true }))
    for (const [name, text] of Object.entries(filesOf(former))) await writeFile(join(folder, name), text)
    const club = await seedClub(context, { members: 0 })
    const server = await club.start()

    const officer = watch(context, club)
    const killed = await importKilled(context, club, folder)
    const begunAt = performance.now()
    const done = await server.quiver('import', 'firebase', folder)
    const tookS = (performance.now() - begunAt) / 1000
    const waited = await officer.stop()
    if (done.code !== 0) wrong.push(`the import failed: ${done.output.slice(-300)}`)
    if (waited.failed > 0) wrong.push(`${waited.failed} answers failed meanwhile`)
    if (p99(waited.ms) > mostMs) wrong.push(`somebody waited for ${Math.round(p99(waited.ms))} ms meanwhile`)
    wrong.push(...(await club.verify()))
    wrong.push(...(await differences(club, former)))

    const before = await countRows(club)
    const again = await server.quiver('import', 'firebase', folder)
    if (!again.output.includes('Nothing to do'))
      wrong.push(`a second time was not nothing: ${again.output.slice(-300)}`)
    if (!isDeepStrictEqual(await countRows(club), before)) wrong.push('a second time changed rows')

    const signedIn = await signInWithOld(club, former)
    if (signedIn.right < signIns) wrong.push(`${signedIn.right} of ${signIns} signed in with their old password`)
    if (signedIn.wrongOnes > 0) wrong.push(`${signedIn.wrongOnes} signed in with a wrong one`)
    wrong.push(...(await leaves(context, club, former)))
    return outcomeOf(wrong, {
      members: size.members,
      practices: size.practices,
      kills: killed,
      attendances: Object.values(former.users).reduce((sum, user) => sum + new Set(user.practices).size, 0),
      'last run, s': tookS.toFixed(1),
      'answers meanwhile, p99 ms': Math.round(p99(waited.ms)),
      'turned away meanwhile': waited.turnedAway,
      'signed in with the old password': signedIn.right,
    })
  },
}

/** Runs the command in its own process, killed while it writes; the next run continues. */
async function importKilled(context: FaultContext, club: SeededClub, folder: string) {
  let killed = 0
  for (let n = 0; n < context.rounds(kills); n++) {
    const command = startCommand(['import', 'firebase', folder], { env: club.env })
    const before = (await countRows(club)).importedFact ?? 0
    while (((await countRows(club)).importedFact ?? 0) <= before + 50 && !context.signal.aborted) {
      const ended = await Promise.race([command.ended, pause(50)])
      if (ended) break
    }
    command.kill()
    if ((await command.ended).code === null) killed += 1
  }
  return killed
}

/** An officer who RSVPs and undoes it again and again, so that every request is a write. */
function watch(context: FaultContext, club: SeededClub) {
  const phone = openPhone(club.url, club.officer.cookie)
  const [practiceId] = club.practiceIds
  const seen = { ms: [] as number[], turnedAway: 0, failed: 0 }
  let going = true
  const looking = (async () => {
    for (let n = 0; going && !context.signal.aborted; n++) {
      const answer = n % 2 === 0 ? 'archer' : null
      const reply = await phone.act('practices.answer', { practiceId, answer }).catch(() => null)
      if (reply?.status === 200) seen.ms.push(reply.ms)
      // The machine is overloaded.
      else if (reply?.status === 503) seen.turnedAway += 1
      else seen.failed += 1
      await pause(100)
    }
  })()
  return {
    async stop() {
      going = false
      await looking
      return seen
    },
  }
}

/** Compares the members officers see with what the exported documents say. */
async function differences(club: SeededClub, former: FormerExport) {
  const { json } = await openPhone(club.url, club.officer.cookie).get('/rpc/members/get')
  const rows = (json.members as MemberRow[]).filter(({ email }) => email !== club.officer.email)
  const wanted = recount(former)
  const wrong = rows.length === wanted.size ? [] : [`${rows.length} of ${wanted.size} members are there`]
  for (const { email, role, dayPasses, paidPractices, attended } of rows) {
    const here: Counted = { role, dayPasses, paidPractices, attended, balance: paidPractices - attended }
    if (!isDeepStrictEqual(here, wanted.get(email)))
      wrong.push(`${email} has ${JSON.stringify(here)} instead of ${JSON.stringify(wanted.get(email))}`)
  }
  const there = await club.db.selectFrom('attendance').select(['practiceId', 'memberId']).execute()
  const here = new Set(there.map(({ practiceId, memberId }) => `${practiceId} ${memberId}`))
  const listed = Object.entries(former.practices).flatMap(([id, { members: ids }]) => ids.map((uid) => `${id} ${uid}`))
  const missing = listed.filter((each) => !here.has(each))
  if (missing.length > 0 || here.size !== listed.length)
    wrong.push(`${missing.length} attendances are missing, ${here.size} are there of ${listed.length}`)
  return wrong
}

async function countRows({ db }: SeededClub): Promise<Record<string, number>> {
  const tables = [
    'importedFact',
    'user',
    'member',
    'practice',
    'attendance',
    'ledger',
    'audit',
    'preRegistration',
  ] as const
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    counts[table] = rows
  }
  return counts
}

async function signInWithOld(club: SeededClub, former: FormerExport) {
  let [right, wrongOnes] = [0, 0]
  const phone = openPhone(club.url)
  const some = [...former.passwords].slice(0, signIns)
  for (const [email, password] of some) {
    const signIn = async (typed: string) => {
      for (;;) {
        const reply = await phone.post('/api/auth/sign-in/email', { email, password: typed })
        if (reply.status !== 503) return reply
        await pause(2000)
      }
    }
    if ((await signIn(`${password}!`)).status === 200) wrongOnes += 1
    if ((await signIn(password)).status === 200 && (await signIn(password)).status === 200) right += 1
  }
  return { right: some.length < signIns ? right + signIns - some.length : right, wrongOnes }
}

/** Compares the export with the import: same documents and accounts, except for new password hashes of those who have logged in. */
async function leaves(context: FaultContext, club: SeededClub, former: FormerExport) {
  const folder = await mkdtemp(join(tmpdir(), 'quiver-leaving-'))
  context.onEnd(() => rm(folder, { recursive: true, force: true }))
  const command = await startCommand(['export', 'firebase', folder], { env: club.env }).ended
  if (command.code !== 0) return [`the export failed: ${command.stderr}`]
  const { files } = await readFolder(folder)
  const found = new Map(
    files.flatMap(({ content }) => content.documents.map(({ collection, id, raw }) => [`${collection}/${id}`, raw])),
  )
  const wrong: string[] = []
  const compare = (document: string, came: object) => {
    const left = found.get(document) as Record<string, unknown> | undefined
    for (const [field, value] of Object.entries(came)) {
      const name = ({ firstName: 'nameFirst', lastName: 'nameLast' } as Record<string, string>)[field] ?? field
      const order = (list: unknown) => (Array.isArray(list) ? list.toSorted() : list)
      if (!isDeepStrictEqual(order(left?.[name]), order(value)))
        wrong.push(
          `${document} leaves with ${JSON.stringify(left?.[name])} as ${name}, and came with ${JSON.stringify(value)}`,
        )
    }
  }
  for (const [id, user] of Object.entries(former.users)) compare(`users/${id}`, user)
  for (const [id, practice] of Object.entries(former.practices)) compare(`practices/${id}`, practice)
  for (const [email, count] of Object.entries(former.emailPaidCounts)) compare(`emailPaidCounts/${email}`, count)
  const accounts = new Map(files.flatMap(({ content }) => content.accounts.map((each) => [each.localId, each])))
  const hashedHere = new Set([...former.passwords.keys()].slice(0, signIns))
  for (const account of former.auth.users) {
    const { passwordHash, salt, ...rest } = accounts.get(account.localId) ?? {}
    const { passwordHash: cameHash, salt: cameSalt, ...came } = account
    const kept = passwordHash === cameHash && salt === cameSalt
    if (!isDeepStrictEqual(rest, came) || kept === hashedHere.has(account.email))
      wrong.push(`the account of ${account.email} leaves otherwise than it came`)
  }
  return wrong
}
