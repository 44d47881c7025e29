// Shows: T69

import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#server/db/database.ts'
import { createWrite } from '#server/db/write.ts'
import { goodPassword } from '#test/support/club.ts'
import { makeLive } from './check-in-load.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { openPhone, orNothing } from './phone.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { failTogether } from './servers-without.ts'
import { copyTree } from './tree-copy.ts'

/** Phones at a time; each signs up its next member as soon as the last one was answered. */
const phones = 20
const newcomers = 4
/** How long the file is locked, as by a command that runs next to the server. */
const heldMs = 60
const heldEveryMs = 300

export const fault: Fault = {
  name: 'failing-sign-ups',
  promise:
    'A thousand check-ins beside sign-ups that break off amid their transaction, and a command that holds the file: none is lost or refused, and nobody is told that the database is busy (T69).',
  engines: ['sqlite'],
  async run(context) {
    const size = context.rounds(1000)
    const club = await seedClub(context, { members: size, env: { TRUST_PROXY: '1' } })
    const whole = await race(context, club, size)
    const { root } = await copyTree(context, [failTogether])
    const control = await seedClub(context, { members: 100, env: { TRUST_PROXY: '1' } })
    const shared = await race(context, control, 100, root)
    const wrong = [...whole.wrong]
    if (shared.lost + shared.refused === 0)
      wrong.push('the control did not notice: who shares a commit with one that fails lost nothing')
    return outcomeOf(wrong, {
      'check-ins': whole.acknowledged,
      lost: whole.lost,
      'not done at once': whole.refused,
      'sign-ups that broke off amid their transaction': whole.brokenOff,
      'of which left something': whole.leftOvers,
      'told that the database is busy': whole.busy,
      'times that a command held the file': whole.holds,
      'lost or refused when one that fails takes the others along (control)': `${shared.lost + shared.refused} of 100`,
    })
  },
}

async function race(context: FaultContext, club: SeededClub, size: number, root?: string) {
  const server = await club.start(root)
  const practiceId = club.practiceIds[0] ?? ''
  await makeLive(club, practiceId)
  await breakOffSignUps(club)
  let over = false
  const count = { acknowledged: 0, refused: 0, brokenOff: 0, busy: 0, holds: 0 }
  const waiting = club.members.slice(0, size)
  const told = new Set<string>()

  async function checkIn() {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const reply = await orNothing(openPhone(club.url, next.cookie).act('practices.checkIn', { practiceId }))
      if (reply?.status === 200) told.add(next.id)
      else count.refused += 1
      if (reply?.status === 503) count.busy += 1
    }
  }
  async function signUp(at: number) {
    for (let n = 0; !over; n++) {
      const email = `${n % 2 === 0 ? 'aborted' : 'rolledback'}.${at}.${n}@purdue.edu`
      const phone = openPhone(club.url, '', `10.8.${at}.${n % 250}`)
      const reply = await orNothing(phone.act('account.signUp', { email, password: goodPassword }))
      if (reply?.status === 500) count.brokenOff += 1
      if (reply?.status === 503) count.busy += 1
    }
  }
  async function hold() {
    const database = openDatabase({ file: join(club.dataDir, 'quiver.db') })
    const write = createWrite(database, () => {})
    while (!over) {
      await write(() => pause(heldMs))
      count.holds += 1
      await pause(heldEveryMs)
    }
    await database.close()
  }
  const beside = [hold(), ...Array.from({ length: newcomers }, (_, at) => signUp(at))]
  await Promise.all(Array.from({ length: phones }, checkIn))
  over = true
  await Promise.all(beside)
  await server.stop()

  const there = await club.db.selectFrom('attendance').select('memberId').execute()
  const stored = new Set(there.map(({ memberId }) => memberId))
  const lost = [...told].filter((id) => !stored.has(id)).length
  const leftOvers = await countLeftOvers(club)
  const wrong = [
    ...(lost === 0 ? [] : [`${lost} acknowledged check-ins are gone`]),
    ...(count.refused === 0 ? [] : [`${count.refused} check-ins were not done`]),
    ...(leftOvers === 0 ? [] : [`${leftOvers} sign-ups left something`]),
    ...(count.busy === 0 ? [] : [`${count.busy} were told that the database is busy`]),
    ...(count.brokenOff > 0 ? [] : ['no sign-up broke off']),
    ...(there.length === stored.size ? [] : ['somebody is there twice']),
    ...(root === undefined ? await club.verify() : []),
  ]
  context.say(`${told.size} check-ins, ${count.brokenOff} sign-ups that broke off, held ${count.holds} times`)
  return { ...count, acknowledged: told.size, lost, leftOvers, wrong }
}

/** Rejects the last row a sign-up writes: in turn only the statement fails, or SQLite rolls back the whole transaction. */
async function breakOffSignUps({ db }: SeededClub) {
  for (const [name, how] of [
    ['aborted', 'abort'],
    ['rolledback', 'rollback'],
  ])
    await sql`create trigger ${sql.ref(`break_off_${name}`)} before insert on mail_outbox
      when exists (select 1 from user where id = new.user_id and email like ${sql.lit(`${name}%`)})
      begin select raise(${sql.raw(how ?? '')}, 'broken off'); end`.execute(db)
}

async function countLeftOvers({ db }: SeededClub) {
  const left = db.selectFrom('user').select('id').where('email', 'like', 'aborted%')
  return (await left.unionAll(db.selectFrom('user').select('id').where('email', 'like', 'rolledback%')).execute())
    .length
}
