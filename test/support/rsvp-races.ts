import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { TestClub } from './club.ts'
import { setSetting } from './set-setting.ts'

// As in races.ts, of RSVPs, spots, and the waitlist.

/** What is wrong after fifty concurrent RSVPs of one member to one practice, alternating between archer and driver. */
export async function raceAnswers(club: TestClub) {
  const ana = await club.member({ hasCar: 1, carCapacity: 2 })
  const practiceId = await club.practice()
  const answer = (i: number) => ana.api.practices.answer({ practiceId, answer: i % 2 ? 'archer' : 'driver' })
  const answers = Array.from({ length: 50 }, (_, i) => answer(i))
  const wrong: string[] = []
  for (const { archers, drivers } of await Promise.all(answers))
    if (archers + drivers !== 1) wrong.push(`${archers} archers and ${drivers} drivers`)
  const rows = await club.db.selectFrom('rsvp').selectAll().where('practiceId', '=', practiceId).execute()
  if (rows.length !== 1) wrong.push(`${rows.length} answers are kept`)
  return wrong
}

/**
 * What is wrong after twenty members RSVP concurrently for five spots, and then those five and three who would move up
 * say concurrently, each of them twice, that they can't come.
 */
export async function racePlaces(club: TestClub, prepare = (_club: TestClub) => {}) {
  const officer = await club.officer()
  const members = await Promise.all(Array.from({ length: 20 }, () => club.member()))
  const practiceId = await club.practice()
  await officer.api.managePractices.setLimit({ practiceId, expected: null, limit: 5 })
  prepare(club)
  const wrong: string[] = []
  await Promise.all(members.map(({ api }) => api.practices.answer({ practiceId, answer: 'archer' })))
  const first = await look(15)
  const away = first.answers.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0)).slice(0, 8)
  await Promise.all(
    away.map(async ({ memberId, position }) => {
      const api = members.find(({ id }) => id === memberId)?.api
      // Those on the waitlist leave after they are chosen as next and before they move up.
      await pause((position ?? 0) * 20)
      await Promise.all([0, 1].map(() => api?.practices.answer({ practiceId, answer: 'cant-come' })))
    }),
  )
  const { answers, cantCome, practice } = await look(7)
  const going = new Set(answers.map(({ memberId }) => memberId))
  wrong.push(...away.flatMap(({ memberId }) => (going.has(memberId) ? ["someone who can't come is on the list"] : [])))
  if (cantCome.length !== 8 || practice.cantCome !== 8)
    wrong.push(`${cantCome.length} and ${practice.cantCome} can't come`)
  return wrong

  async function look(waiting: number) {
    const record = await officer.api.practiceRecord.get({ practiceId })
    const heads = record.answers.filter(({ position }) => position === null).length
    const turns = record.answers.length - heads
    const rows = club.db.selectFrom('rsvp').select('waiting').where('waiting', 'is not', null)
    const ranks = await rows.where('practiceId', '=', practiceId).execute()
    if (heads !== 5) wrong.push(`${heads} have one of 5 places`)
    if (turns !== waiting) wrong.push(`${turns} wait in place of ${waiting}`)
    if (new Set(ranks.map((row) => row.waiting)).size !== ranks.length) wrong.push('two wait at the same place')
    return record
  }
}

/**
 * What is wrong after two of three with a spot withdrew concurrently after the cut-off and the deadline, and the six who
 * wait pressed for their spots, each of them twice.
 */
export async function raceLastMinute(club: TestClub, prepare = (_club: TestClub) => {}) {
  const officer = await club.officer()
  for (const name of ['practices.promoteUntilHours', 'practices.replyDeadlineHours'] as const)
    await setSetting(officer, name, 12)
  const members = await Promise.all(Array.from({ length: 9 }, () => club.member()))
  const practiceId = await club.practice()
  await officer.api.managePractices.setLimit({ practiceId, expected: null, limit: 3 })
  for (const { api } of members) await api.practices.answer({ practiceId, answer: 'archer' })
  prepare(club)
  const leave = members.slice(0, 2).flatMap(({ api }) => [api, api])
  const press = members.slice(3).flatMap(({ api }) => [api, api])
  const left = leave.map((api) => api.practices.answer({ practiceId, answer: 'cant-come' }))
  // The first press before the spots are free, the second while others press, too.
  const pressed = press.map(async (api, i) => {
    await pause((i % 2) * 20)
    return api.practices.answer({ practiceId, answer: 'archer' })
  })
  await Promise.all([...left, ...pressed])
  await Promise.all(press.map((api) => api.practices.answer({ practiceId, answer: 'archer' })))
  const { answers, lateWithdrawals } = await officer.api.practiceRecord.get({ practiceId })
  const wrong: string[] = []
  const heads = answers.filter(({ position }) => position === null).length
  if (heads !== 3) wrong.push(`${heads} have one of 3 places`)
  if (answers.length !== 7) wrong.push(`${answers.length} answers`)
  const withdrew = lateWithdrawals.map(({ memberId, gaveUp }) => `${memberId} ${gaveUp}`).sort()
  const expected = members.slice(0, 2).map(({ id }) => `${id} spot`)
  if (withdrew.join() !== expected.sort().join()) wrong.push(`${withdrew} withdrew late`)
  return wrong
}

/** The same with two lists that are cleared and filled, instead of one row per member. @returns how many lists one is in */
export async function raceTwoLists(club: TestClub) {
  await sql`create table if not exists listed (kind text)`.execute(club.db)
  const emptied = Promise.withResolvers<void>()
  let waiting = 0
  const choose = async (kind: string) => {
    await sql`delete from listed`.execute(club.db)
    // Resolves once both are in at the same time.
    waiting += 1
    if (waiting === 2) emptied.resolve()
    await emptied.promise
    await sql`insert into listed values (${kind})`.execute(club.db)
  }
  await Promise.all([choose('archer'), choose('driver')])
  const { rows } = await sql`select kind from listed`.execute(club.db)
  return rows.length
}
