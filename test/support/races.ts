import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { codeStepAt, judgeCode } from '#domain/check-in-code.ts'
import type { ProfileDraft } from '#domain/profile.ts'
import { listOfficers, setRole } from '#server/features/members/roles.ts'
import { goodPassword, reasonOf, succeeded, type TestClub } from './club.ts'

// Concurrent requests, and what is wrong afterwards; an empty list means that the promise held. Each race runs in the
// tests of its subject and, more often, in the resilience tests; without its guard (without-transactions.ts) each has
// to find something.

/** The same request this many times, concurrently. */
export const concurrently = <T>(times: number, act: (i: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: times }, (_, i) => act(i)))
const countSucceeded = (answers: PromiseSettledResult<unknown>[]) =>
  answers.filter((answer) => succeeded(answer)).length
const refusalsIn = (answers: PromiseSettledResult<unknown>[]) =>
  [...new Set(answers.map(reasonOf))].filter((reason) => reason !== 'went through').join()

/** What is wrong unless one of the requests succeeded, and the others were refused for this reason. */
function faultsUnlessOne(answers: PromiseSettledResult<unknown>[], reason: string) {
  const [went, others] = [countSucceeded(answers), refusalsIn(answers)]
  const wrong = went === 1 ? [] : [`${went} went through`]
  return others === reason ? wrong : [...wrong, `the others heard ${others}`]
}

/** What is wrong after the last day pass was used in fifty tabs concurrently. */
export async function raceLastPass(club: TestClub) {
  const ana = await club.member({ dayPasses: 1 })
  const wrong = faultsUnlessOne(await concurrently(50, () => ana.api.passes.use({})), 'pass-active')
  const { dayPasses } = await ana.row()
  if (dayPasses !== 0) wrong.push(`${dayPasses} day passes are left`)
  return wrong
}

/** What is wrong after a member's fifty concurrent taps; the practice is over afterwards. */
export async function raceCheckIns(club: TestClub, prepare = (_club: TestClub) => {}) {
  const officer = await club.officer()
  const ana = await club.member({ pass: 'Carpool Range Pass' })
  const practiceId = await club.practice()
  await officer.api.practices.start({ practiceId })
  prepare(club)
  const answers = await concurrently(50, () => ana.api.practices.checkIn({ practiceId }))
  const wrong = faultsUnlessOne(answers, 'already-checked-in')
  const { attended } = await ana.api.home.get()
  if (attended !== 1) wrong.push(`it counted ${attended} times`)
  await officer.api.practices.endEarly({ practiceId })
  return wrong
}

/**
 * What is wrong after a member sent the code from several phones while two officers checked them in by name; the practice is over
 * afterwards.
 */
export async function raceCodeAndOfficers(club: TestClub, prepare = (_club: TestClub) => {}) {
  const officers = [await club.officer(), await club.officer()]
  const ana = await club.member({ pass: 'Carpool Range Pass' })
  const practiceId = await club.practice()
  await officers[0]?.api.practices.start({ practiceId, checkInMode: 'code' })
  const code = codeNow(club, practiceId)
  prepare(club)
  const byName = { practiceId, memberId: ana.id, attended: true, reason: '' }
  const [byCode, byOfficers] = await Promise.all([
    concurrently(10, () => ana.api.practices.checkIn({ practiceId, code })),
    concurrently(2, async (i) => officers[i]?.api.managePractices.setAttendance(byName)),
  ])
  const rows = await club.db.selectFrom('attendance').selectAll().where('practiceId', '=', practiceId).execute()
  const entered = club.db.selectFrom('audit').select('id').where('action', '=', 'attendance.enter')
  const audit = await entered.where('target', '=', `${practiceId} ${ana.id}`).execute()
  const self = countSucceeded(byCode)
  const wrong = rows.length === 1 ? [] : [`it counted ${rows.length} times`]
  if (self + audit.length !== 1)
    wrong.push(`${self} went through by code, and officers entered it ${audit.length} times`)
  if (countSucceeded(byOfficers) !== 2) wrong.push(`the officers heard ${refusalsIn(byOfficers)}`)
  if (refusalsIn(byCode) !== 'already-checked-in') wrong.push(`the others heard ${refusalsIn(byCode)}`)
  await officers[0]?.api.practices.endEarly({ practiceId })
  return wrong
}

/** What is wrong after a member sent fifty wrong codes concurrently; the practice is over afterwards. */
export async function raceGuesses(club: TestClub, prepare = (_club: TestClub) => {}) {
  const officer = await club.officer()
  const ana = await club.member({ pass: 'Carpool Range Pass' })
  const practiceId = await club.practice()
  await officer.api.practices.start({ practiceId, checkInMode: 'code' })
  const code = wrongCode(club, practiceId)
  prepare(club)
  const said = (await concurrently(50, () => ana.api.practices.checkIn({ practiceId, code }))).map(reasonOf)
  await officer.api.practices.endEarly({ practiceId })
  const looked = said.filter((reason) => reason === 'code-wrong').length
  const waits = said.filter((reason) => reason === 'TOO_MANY_TRIES').length
  return looked === 5 && waits === 45 ? [] : [`${looked} were compared, ${waits} have to wait`]
}

/** The code that officers see now. */
export function codeNow({ ctx }: Pick<TestClub, 'ctx'>, practiceId: string) {
  return ctx.secrets.checkInCode(practiceId, codeStepAt(ctx.clock.now()))
}

/** A code that doesn't count now. */
export function wrongCode({ ctx }: Pick<TestClub, 'ctx'>, practiceId: string) {
  const nowMs = ctx.clock.now()
  const codeAt = (step: number) => ctx.secrets.checkInCode(practiceId, step)
  const isWrong = (code: string) => judgeCode({ code, step: null, nowMs, codeAt }) === 'wrong'
  return ['000000', '000001', '000002'].find(isWrong) ?? ''
}

/**
 * Twenty members check in while an officer ends the practice: those whose check-in succeeded are listed, the others
 * aren't, and none is after the end.
 */
export async function raceEnd(club: TestClub, { officer, members }: People, prepare = (_club: TestClub) => {}) {
  const practiceId = await club.practice()
  await officer.api.practices.start({ practiceId })
  prepare(club)
  let ended = false
  const wrong: string[] = []
  const checkIns = members.map(async (member, i) => {
    // Spread over the duration of an end, so that some are in flight when it happens.
    await pause(2 * i)
    const afterEnd = ended
    const [answer] = await Promise.allSettled([member.api.practices.checkIn({ practiceId })])
    const went = succeeded(answer)
    if (went && afterEnd) wrong.push('a check-in went through that was sent after the end')
    return { id: member.id, went }
  })
  const end = officer.api.practices.endEarly({ practiceId }).then(async () => {
    ended = true
    // Every successful check-in must be committed before the end is acknowledged.
    return attendeesOf(club, practiceId)
  })
  const [atEnd, ...outcomes] = await Promise.all([end, ...checkIns])
  const later = await attendeesOf(club, practiceId)
  if (later.length !== atEnd.length) wrong.push(`${later.length - atEnd.length} check-ins were written after the end`)
  for (const { id, went } of outcomes) if (went !== later.includes(id)) wrong.push(`told ${went}, but there: ${!went}`)
  return wrong
}

type People = Awaited<ReturnType<typeof peopleFor>>

/** An officer, and twenty members with a pass. */
export async function peopleFor(club: TestClub) {
  const officer = await club.officer()
  const members = await Promise.all(Array.from({ length: 20 }, () => club.member({ pass: 'Carpool Range Pass' })))
  return { officer, members }
}

async function attendeesOf(club: TestClub, practiceId: string) {
  const rows = await club.db.selectFrom('attendance').select('memberId').where('practiceId', '=', practiceId).execute()
  return rows.map((row) => row.memberId)
}

/** What is wrong after two officers start two practices concurrently. */
export async function raceTwoStarts(club: TestClub) {
  const officers = await Promise.all([club.officer(), club.officer()])
  const ids = [await club.practice({ title: 'One' }), await club.practice({ title: 'Two' })]
  const answers = await concurrently(2, async (i) => officers[i]?.api.practices.start({ practiceId: ids[i] ?? '' }))
  const wrong = faultsUnlessOne(answers, 'another-live')
  const live = await club.db.selectFrom('practice').select('id').where('startedAt', 'is not', null).execute()
  if (live.length !== 1) wrong.push(`${live.length} practices are live`)
  return wrong
}

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
  const { get, set } = officer.api.clubSettings
  for (const name of ['practices.promoteUntilHours', 'practices.replyDeadlineHours'] as const) {
    const seen = (await get()).settings.find((setting) => setting.name === name)?.revision ?? 0
    await set({ name, value: 12, seen })
  }
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

/** What is wrong after the club's two officers removed each other concurrently, repeated this many times. */
export async function raceTwoRemovals(club: TestClub, rounds: number) {
  const officers = [await club.officer(), await club.officer()]
  const ids = officers.map(({ id }) => id)
  const wrong: string[] = []
  for (let round = 0; round < rounds; round++) {
    await club.db.updateTable('member').set({ role: 'Officer' }).where('id', 'in', ids).execute()
    const outcomes = await Promise.all(officers.map(({ email }) => setRole(club.ctx, { email, role: 'Member' })))
    const left = await listOfficers(club.db)
    const said = outcomes.map((each) => (each.outcome === 'refused' ? each.reason : each.outcome)).sort()
    if (left.length !== 1 || said.join() !== 'changed,last-officer') wrong.push(`${left.length} are left after ${said}`)
  }
  return wrong
}

/** What is wrong after a member's account was deleted in twelve tabs concurrently. */
export async function raceDeletions(club: TestClub) {
  const ana = await club.member()
  const went = countSucceeded(await concurrently(12, () => ana.api.account.delete({ password: goodPassword })))
  const wrong = went === 1 ? [] : [`${went} deletions went through`]
  const erased = club.db.selectFrom('audit').select('id').where('action', '=', 'member.erase')
  const rows = (await erased.where('target', '=', ana.id).execute()).length
  if (rows !== 1) wrong.push(`it was noted ${rows} times`)
  return wrong
}

/** What is wrong after the club's last two officers deleted their accounts concurrently. */
export async function raceLastOfficers(club: TestClub) {
  const officers = [await club.officer(), await club.officer()]
  const answers = await Promise.allSettled(officers.map((each) => each.api.account.delete({ password: goodPassword })))
  const left = await listOfficers(club.db)
  const said = answers.map(reasonOf).sort()
  await club.db.updateTable('member').set({ role: 'Member' }).execute()
  return left.length === 1 && said.join() === 'last-officer,went through'
    ? []
    : [`${left.length} are left after ${said}`]
}

/** Enough requests for a deletion that takes two seconds or more. */
const mostActs = 300

/**
 * What is wrong after a member deleted their account during a practice while their other phone changes the profile,
 * RSVPs, and checks in: each mutation finishes before the deletion or isn't done.
 */
export async function raceDeletion(club: TestClub, prepare = (_club: TestClub) => {}) {
  const officer = await club.officer()
  const ana = await club.member({ pass: 'Carpool Range Pass' })
  const practiceId = await club.practice()
  await officer.api.practices.start({ practiceId })
  prepare(club)
  let deleted = false
  const wrong: string[] = []
  const acts = [
    () => ana.api.profile.save({ nameFirst: 'Late', pronouns: ['late/later'] }),
    () => ana.api.practices.answer({ practiceId, answer: 'archer' }),
    () => ana.api.practices.checkIn({ practiceId }),
  ]
  const send = async (i: number) => {
    const after = deleted
    const [answer] = await Promise.allSettled([acts[i % acts.length]?.()])
    if (answer.status === 'fulfilled' && after) wrong.push('an act went through that was sent after the deletion')
    if (answer.status === 'rejected' && answer.reason.status >= 500) wrong.push(`a fault: ${answer.reason.message}`)
    return i % acts.length === 2 && answer.status === 'fulfilled'
  }
  const deletion = ana.api.account
    .delete({ password: goodPassword })
    .catch((error) => wrong.push(`the deletion did not go through: ${error.message}`))
    .finally(() => (deleted = true))
  // Requests throughout the deletion, so that some are in flight when it happens and a few come after it.
  const busy: Promise<boolean>[] = []
  for (let late = 0; late < 9 && busy.length < mostActs; late += deleted ? 1 : 0) {
    busy.push(send(busy.length))
    await pause(8)
  }
  const [, ...checkedIn] = await Promise.all([deletion, ...busy])
  const { nameFirst, pronouns } = await ana.row()
  if (nameFirst !== '' || pronouns !== '[]') wrong.push('a name was written to an erased record')
  const rows = async (table: 'rsvp' | 'attendance') =>
    (await club.db.selectFrom(table).select('memberId').where('memberId', '=', ana.id).execute()).length
  if ((await rows('rsvp')) > 0) wrong.push('an answer was given by an erased member')
  if ((await rows('attendance')) !== checkedIn.filter(Boolean).length) wrong.push('a head is lost or too many')
  await officer.api.practices.endEarly({ practiceId })
  return wrong
}

/** Every field of the wizard. */
export const finishedWizard: ProfileDraft = {
  ...{ nameFirst: ' Ana ', nameLast: 'Lopez', birthday: '2005-02-28', bowType: 'Recurve', personalEquipment: 'No' },
  ...{ hasCar: true, carCapacity: 5, rm01Completed: true, pronouns: ['She/Her', 'she/her', 'xe/xem'] },
}

/** What is wrong after a newcomer of this name, who has paid for four practices, pressed Finish fifty times concurrently. */
export async function raceFinish(club: TestClub, name = 'ana') {
  const email = `${name}@purdue.edu`
  const ana = await club.member({ hasLoggedIn: 0, nameFirst: '', nameLast: '', pronouns: '[]', email })
  const paid = { id: `paid by ${name}`, email, kind: 'paid', practiceId: null, paid: 4, consumedAt: null } as const
  await club.db.insertInto('preRegistration').values(paid).execute()
  const answers = await concurrently(50, () => ana.api.welcome.finish(finishedWizard))
  const wrong = countSucceeded(answers) === 1 ? [] : [`${countSucceeded(answers)} went through`]
  const faults = answers.filter((answer) => !succeeded(answer) && answer.reason.status >= 500).length
  if (faults > 0) wrong.push(`${faults} ended in a fault`)
  const { dayPasses, paidPractices } = await ana.row()
  if (dayPasses !== 2) wrong.push(`${dayPasses} day passes`)
  if (paidPractices !== 4) wrong.push(`${paidPractices} paid practices`)
  return wrong
}

/**
 * What is wrong after two officers remind twenty members of two practices concurrently, after each of these members had
 * a reminder yesterday: none may get a third within the week.
 */
export async function raceReminders(club: TestClub, prepare = (_club: TestClub) => {}) {
  const officers = await Promise.all([club.officer(), club.officer()])
  const members = await Promise.all(Array.from({ length: 20 }, () => club.member()))
  const [one, two, before] = [
    await club.practice({ title: 'One' }),
    await club.practice({ title: 'Two' }),
    await club.practice({ title: 'Before' }),
  ]
  const remindedAt = new Date(club.clock.now() - 86_400_000).toISOString()
  const rows = [...officers, ...members].map(({ id }) => ({ practiceId: before, memberId: id, remindedAt }))
  await club.db.insertInto('reminder').values(rows).execute()
  prepare(club)
  const answers = await concurrently(2, async (i) =>
    officers[i]?.api.reminders.send({ practiceId: [one, two][i] ?? '' }),
  )
  const wrong = refusalsIn(answers) === 'no-one-left' ? [] : [`the others heard ${refusalsIn(answers)}`]
  const counts = await club.db
    .selectFrom('reminder')
    .select((eb) => eb.fn.countAll<number>().as('reminders'))
    .groupBy('memberId')
    .execute()
  return [...wrong, ...counts.flatMap(({ reminders }) => (reminders === 2 ? [] : [`a member got ${reminders}`]))]
}
