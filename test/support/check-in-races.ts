import { setTimeout as pause } from 'node:timers/promises'
import { codeStepAt, judgeCode } from '#domain/check-in-code.ts'
import { reasonOf, succeeded, type TestClub } from './club.ts'
import { concurrently, countSucceeded, faultsUnlessOne, refusalsIn } from './races.ts'

// As in races.ts, of check-ins, and of a practice's start and end.

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

/** What is wrong after two officers scanned ten members in the same second and used a day pass for each. */
export async function raceScans(club: TestClub) {
  const officers = [await club.officer(), await club.officer()]
  const members = await Promise.all(Array.from({ length: 10 }, () => club.member({ dayPasses: 2 })))
  const practiceId = await club.practice()
  await officers[0]?.api.practices.start({ practiceId })
  const answers = await concurrently(20, async (i) =>
    officers[i % 2]?.api.scans.add({ practiceId, memberId: members[Math.floor(i / 2)]?.id, usePass: true }),
  )
  const outcomes = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value?.outcome : reasonOf(answer)))
  const count = (outcome: string) => outcomes.filter((each) => each === outcome).length
  const said = `${count('checked-in')} and ${count('already-in')}`
  const wrong = said === '10 and 10' ? [] : [`${said} of 20 scans were told so`]
  for (const { dayPasses } of await Promise.all(members.map((member) => member.row())))
    if (dayPasses !== 1) wrong.push(`a member has ${dayPasses} day passes left`)
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
