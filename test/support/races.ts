import { setTimeout as pause } from 'node:timers/promises'
import type { ProfileDraft } from '#domain/profile.ts'
import { listOfficers, setRole } from '#server/features/members/roles.ts'
import { goodPassword, reasonOf, succeeded, type TestClub } from './club.ts'

// Concurrent requests, and what is wrong afterwards; an empty list means that the promise held. Each race runs in the
// tests of its subject and, more often, in the resilience tests; without its guard (without-transactions.ts) each has
// to find something.

/** The same request this many times, concurrently. */
export const concurrently = <T>(times: number, act: (i: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: times }, (_, i) => act(i)))

export const countSucceeded = (answers: PromiseSettledResult<unknown>[]) =>
  answers.filter((answer) => succeeded(answer)).length

export const refusalsIn = (answers: PromiseSettledResult<unknown>[]) =>
  [...new Set(answers.map(reasonOf))].filter((reason) => reason !== 'went through').join()

/** What is wrong unless one of the requests succeeded, and the others were refused for this reason. */
export function faultsUnlessOne(answers: PromiseSettledResult<unknown>[], reason: string) {
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
