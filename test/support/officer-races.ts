import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { endOverduePractices } from '#server/features/practices/auto-end.ts'
import { eight, reasonOf, succeeded, type TestClub } from './club.ts'
import { held, unstarted } from './held-practice.ts'
import { concurrently } from './races.ts'

// As in races.ts: concurrent requests, and what is wrong afterwards. Here officers compete with one another and with members.

type Prepare = (club: TestClub) => void
const untouched: Prepare = () => {}

/** What is wrong after two officers and the clock ended a practice concurrently (T27, T35). */
export async function raceTwoEnds(club: TestClub, prepare = untouched) {
  const officers = await Promise.all([club.officer(), club.officer()])
  const practiceId = await club.practice()
  await officers[0]?.api.practices.start({ practiceId })
  prepare(club)
  const before = club.announced.filter((topic) => topic === 'live').length
  const answers = await Promise.allSettled([
    ...officers.map(({ api }) => api.practices.endEarly({ practiceId })),
    club.ctx.write((tx, announce) => endOverduePractices(tx, announce, eight)),
  ])
  const wrong = faultsIn(answers)
  const early = answers.slice(0, 2).filter((answer) => succeeded<unknown>(answer)).length
  const row = await club.db.selectFrom('practice').selectAll().where('id', '=', practiceId).executeTakeFirstOrThrow()
  if (early > 1) wrong.push(`${early} officers were told that they ended it`)
  if (row.endedEarly !== early) wrong.push(`${early} ended it early, and it says ${row.endedEarly}`)
  const heard = club.announced.filter((topic) => topic === 'live').length - before
  if (heard !== 1) wrong.push(`it was announced ${heard} times`)
  const others = answers.map(reasonOf).filter((reason) => reason !== 'went through')
  if (others.some((reason) => reason !== 'not-live')) wrong.push(`the others heard ${others}`)
  return wrong
}

/**
 * What is wrong after two officers pressed Credit fifty times concurrently: all to add it, then adding and removing in
 * turn (T37).
 */
export async function raceCredit(club: TestClub, prepare = untouched) {
  const officers = await Promise.all([club.officer(), club.officer()])
  const ana = await club.member({ paidPractices: 3 })
  const practiceId = await club.practice()
  prepare(club)
  const wrong: string[] = []
  for (const credited of [() => true, (i: number) => i % 2 === 0]) {
    const input = { practiceId, memberId: ana.id }
    const answers = await concurrently(50, async (i) =>
      officers[i % 2]?.api.managePractices.setCredit({ ...input, credited: credited(i) }),
    )
    wrong.push(...faultsIn(answers))
    const refused = answers.filter((answer) => !succeeded(answer)).length
    if (refused > 0) wrong.push(`${refused} were refused`)
    const rows = await club.db.selectFrom('ledger').select(['amount', 'cause']).where('memberId', '=', ana.id).execute()
    const given = rows.filter(({ cause }) => !cause.startsWith('test:')).reduce((sum, { amount }) => sum + amount, 0)
    if (given !== 0 && given !== 1) wrong.push(`it counts ${given} times`)
    const { paidPractices } = await ana.row()
    if (paidPractices !== 3 + given) wrong.push(`${paidPractices} paid practices with ${given} credit`)
  }
  return wrong
}

/** What is wrong after ten officers set a member's day passes while the member uses one (T42). */
export async function raceEditAgainstUse(club: TestClub, prepare = untouched) {
  const officers = await Promise.all(Array.from({ length: 10 }, () => club.officer()))
  const ana = await club.member({ dayPasses: 3 })
  prepare(club)
  // An edit isn't refused if the count already has its value, so no value may equal another one minus the used pass.
  const edits = officers.map(({ api }, i) =>
    api.members.setDayPasses({ memberId: ana.id, expected: 3, value: 10 + 2 * i, reason: '' }),
  )
  const [use, ...answers] = await Promise.allSettled([ana.api.passes.use({}), ...edits])
  const wrong = faultsIn(answers)
  if (use?.status !== 'fulfilled') wrong.push(`Use Pass was refused: ${use && reasonOf(use)}`)
  const went = answers.flatMap((answer, i) => (succeeded(answer) ? [10 + 2 * i] : []))
  const others = new Set(answers.filter((answer) => !succeeded(answer)).map(reasonOf))
  if (went.length > 1) wrong.push(`${went.length} edits went through`)
  if (others.size > 0 && [...others].join() !== 'changed-meanwhile') wrong.push(`the others heard ${[...others]}`)
  // Either one edit came first and then a pass was used, or the pass was used first and every edit conflicts.
  const { dayPasses } = await ana.row()
  const lawful = went.length === 1 ? (went[0] ?? 0) - 1 : 2
  if (dayPasses !== lawful) wrong.push(`${dayPasses} day passes are left in place of ${lawful}`)
  return wrong
}

/**
 * What is wrong after a practice was deleted while twenty members RSVP, one officer starts it, and another gives
 * credits: each request finishes before the deletion or fails because there is no such practice (T41).
 */
export async function racePracticeDeletion(club: TestClub, prepare = untouched) {
  const officers = await Promise.all(Array.from({ length: 3 }, () => club.officer()))
  const [deletes, starts, gives] = officers
  const members = await Promise.all(Array.from({ length: 20 }, () => club.member({ paidPractices: 1 })))
  const practiceId = await club.practice()
  prepare(club)
  let deleted = false
  const wrong: string[] = []
  const send = async (what: string, wait: number, act: () => Promise<unknown> | undefined) => {
    await pause(wait)
    const after = deleted
    await act()
    if (after) wrong.push(`${what} went through that was sent after the deletion`)
  }
  const acts = [
    ...members.flatMap(({ api, id }, i) => [
      send(`answer ${i}`, i, () => api.practices.answer({ practiceId, answer: 'archer' })),
      send(`credit ${i}`, i, () => gives?.api.managePractices.setCredit({ practiceId, memberId: id, credited: true })),
    ]),
    send('start', 9, () => starts?.api.practices.start({ practiceId })),
  ]
  const deletion = pause(10).then(async () => {
    await deletes?.api.managePractices.delete({ practiceId })
    deleted = true
  })
  const answers = await Promise.allSettled([deletion, ...acts])
  wrong.push(...faultsIn(answers))
  const row = await club.db.selectFrom('practice').selectAll().where('id', '=', practiceId).executeTakeFirstOrThrow()
  if (row.deletedAt !== null && row.startedAt !== null) wrong.push('a deleted practice is live')
  if (row.deletedAt !== null) {
    const paid = await Promise.all(members.map((each) => each.row()))
    const kept = paid.filter(({ paidPractices }) => paidPractices !== 1).length
    if (kept > 0) wrong.push(`${kept} kept a credit of a deleted practice`)
  }
  const over = { deletedAt: eight, startedAt: null }
  await club.db.updateTable('practice').set(over).where('id', '=', practiceId).execute()
  return wrong
}

/** What is wrong after a member was removed while their phone RSVPs, checks in, and uses a pass (T41). */
export async function raceMemberRemoval(club: TestClub, prepare = untouched) {
  const officer = await club.officer()
  const ana = await club.member({ dayPasses: 1 })
  const [ahead, live] = [await club.practice({ title: 'Ahead' }), await club.practice({ title: 'Live' })]
  await officer.api.practices.start({ practiceId: live })
  prepare(club)
  let removed = false
  const wrong: string[] = []
  const acts = [
    () => ana.api.practices.answer({ practiceId: ahead, answer: 'archer' }),
    () => ana.api.passes.use({}),
    () => ana.api.practices.checkIn({ practiceId: live }),
    () => ana.api.profile.save({ nameFirst: 'Late' }),
  ]
  const busy = Array.from({ length: 40 }, async (_, i) => {
    await pause(i)
    const after = removed
    const [answer] = await Promise.allSettled([acts[i % acts.length]?.()])
    if (answer.status === 'fulfilled' && after) wrong.push('an act went through that was sent after the removal')
    return answer
  })
  const removal = pause(10).then(async () => {
    await officer.api.members.remove({ memberId: ana.id })
    removed = true
    return entryState(club, ana.id)
  })
  const [then, ...answers] = await Promise.allSettled([removal, ...busy])
  wrong.push(...faultsIn([then, ...answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [each]))]))
  // Requests refused because the member is gone saw the final state.
  const now = await entryState(club, ana.id)
  if (then.status === 'fulfilled' && then.value !== now) wrong.push(`after the removal ${then.value} became ${now}`)
  await officer.api.practices.endEarly({ practiceId: live })
  return wrong
}

/** What is wrong after twenty officers refunded a rained-out practice concurrently. */
export async function raceRainOut(club: TestClub, prepare = untouched) {
  const officers = await Promise.all(Array.from({ length: 20 }, () => club.officer()))
  const ana = await club.member({ dayPasses: 2 })
  const practiceId = await club.practice()
  await officers[0]?.api.practices.start({ practiceId })
  await ana.api.passes.use({})
  await ana.api.practices.checkIn({ practiceId })
  await officers[0]?.api.practices.endEarly({ practiceId })
  prepare(club)
  const seen = [{ memberId: ana.id, dayPass: true }]
  const answers = await Promise.allSettled(officers.map(({ api }) => api.rainOut.give({ practiceId, seen })))
  const wrong = faultsIn(answers)
  if (!answers.every(succeeded)) wrong.push('not every officer was told that it is so')
  const { dayPasses, paidPractices } = await ana.row()
  if (dayPasses !== 2 || paidPractices !== 1) wrong.push(`${dayPasses} day passes, ${paidPractices} paid practices`)
  return wrong
}

/**
 * What is wrong after twenty officers entered a member's check-in concurrently, five of them undoing it again, while the
 * member checked in: who was entered and not removed again is on the list, once.
 */
export async function raceEntering(club: TestClub, prepare = untouched) {
  const officers = await Promise.all(Array.from({ length: 20 }, () => club.officer()))
  const ana = await club.member({ pass: 'Carpool Range Pass' })
  const practiceId = await club.practice()
  await officers[0]?.api.practices.start({ practiceId })
  prepare(club)
  const entry = { practiceId, memberId: ana.id, reason: 'At the door' }
  const [own, ...answers] = await Promise.allSettled([
    ana.api.practices.checkIn({ practiceId }),
    ...officers.flatMap(({ api }, i) => [
      api.managePractices.setAttendance({ ...entry, attended: true }),
      ...(i % 4 === 3 ? [api.managePractices.setAttendance({ ...entry, attended: false })] : []),
    ]),
  ])
  const wrong = faultsIn([...answers, ...(own ? [own] : [])])
  if (!answers.every(succeeded)) wrong.push('an officer was refused')
  const told = own ? reasonOf(own) : ''
  if (told !== 'went through' && told !== 'already-checked-in') wrong.push(`the member heard ${told}`)
  const written = await club.db
    .selectFrom('audit')
    .select('action')
    .where('target', '=', `${practiceId} ${ana.id}`)
    .execute()
  const count = (wanted: string) => written.filter(({ action }) => action === wanted).length
  const times = count('attendance.enter') - count('attendance.remove') + (told === 'went through' ? 1 : 0)
  const listed = club.db.selectFrom('attendance').select('memberId').where('practiceId', '=', practiceId)
  const there = (await listed.execute()).length
  if (times !== there || there > 1) wrong.push(`entered ${times} times, and listed ${there} times`)
  await officers[0]?.api.practices.endEarly({ practiceId })
  return wrong
}

/** What is wrong after two officers entered the same guest concurrently at each of five practices: they may come to three. */
export async function raceGuest(club: TestClub, prepare = untouched) {
  const officers = [await club.officer(), await club.officer()]
  const name = `Gus ${randomUUID()}`
  const days = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23']
  const practiceIds = await Promise.all(days.map((day) => held(club, day, { ...unstarted, id: randomUUID() })))
  prepare(club)
  const answers = await Promise.allSettled(
    practiceIds.flatMap((practiceId) => officers.map(({ api }) => api.guests.add({ practiceId, name }))),
  )
  const wrong = faultsIn(answers)
  const visits = club.db.selectFrom('guest').innerJoin('preRegistration', 'guestId', 'guest.id').select('practiceId')
  const at = (await visits.where('guest.name', '=', name).execute()).map((row) => row.practiceId)
  if (at.length !== 3 || new Set(at).size !== 3) wrong.push(`came ${at.length} times to ${new Set(at).size} practices`)
  return wrong
}

async function entryState(club: TestClub, memberId: string) {
  const member = await club.db.selectFrom('member').selectAll().where('id', '=', memberId).executeTakeFirstOrThrow()
  const { dayPasses, pass, nameFirst } = member
  const state: Record<string, unknown> = { dayPasses, pass, nameFirst }
  for (const table of ['rsvp', 'attendance', 'ledger', 'session'] as const) {
    const column = (table === 'session' ? 'userId' : 'memberId') as 'memberId'
    state[table] = (await club.db.selectFrom(table).select(column).where(column, '=', memberId).execute()).length
  }
  return JSON.stringify(state)
}

/** A documented refusal is a valid response; an unexpected error isn't. */
function faultsIn(answers: PromiseSettledResult<unknown>[]) {
  return answers.flatMap((answer) =>
    answer.status === 'rejected' && !(answer.reason?.status < 500) ? [`a fault: ${answer.reason?.message}`] : [],
  )
}
