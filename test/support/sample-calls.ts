import type { LightMyRequestResponse } from 'fastify'
import { needPassword, type Operation } from '#contract/policies.ts'
import { firstSetup } from '#domain/scorecards/setup-choices.ts'
import { identifierOf, linkCode, newLink } from '#server/auth/email-tokens.ts'
import { unsubscribeToken } from '#server/features/notifications/preferences.ts'
import { goodPassword, type TestClub } from './club.ts'
import { aDevice } from './devices.ts'
import { plantFindings, plantUndecided } from './outside-calendar.ts'
import { storeFile } from './store.ts'

/** One arrow placed on the target, one entered by its value. */
const firstArrows = [
  { id: 'arrow-one', slot: 0, upon: null, arrow: { value: 'X', spot: { face: 0, x: 3.5, y: -9 } }, why: '' },
  { id: 'arrow-two', slot: 1, upon: null, arrow: { value: 8, spot: null }, why: '' },
]

type Caller = Pick<ReturnType<TestClub['caller']>, 'send'>
export type Call = { who: Caller; input?: object }

/** A practice evening that calls every operation once, in a sensible order; an operation without its call doesn't compile. */
export async function wholeEvening(club: TestClub) {
  const email = 'new@purdue.edu'
  const profile = { nameFirst: 'Noor', nameLast: 'Haddad', birthday: '2005-02-28', bowType: 'Recurve' }
  const rest = { personalEquipment: 'No', hasCar: true, carCapacity: 4, rm01Completed: true, pronouns: ['She/Her'] }
  // Tests let a minute pass before each call, so these sessions have to outlast an hour (`keep`).
  const [nameOfKai, nameOfBen] = [
    { nameFirst: 'Kai', nameLast: 'Nakamura', email: 'kai.nakamura@purdue.edu' },
    { nameFirst: 'Ben', nameLast: 'Adler', email: 'ben.adler@purdue.edu' },
  ]
  const kai = await club.member({ ...nameOfKai, role: 'Officer', keep: true })
  const ben = await club.member({ ...nameOfBen, keep: true })
  const visitor = club.visitor()
  const practiceId = await club.practice()
  const cardId = 'card-of-an-evening'
  let newcomer: Caller = visitor
  const newcomerId = async () =>
    (await club.db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
  const token = async () => {
    const id = await newcomerId()
    return club.ctx.write((tx) => newLink(tx, 'verify', id, club.clock.now()))
  }
  const code = async () => linkCode(club.ctx.secrets, identifierOf('verify', await token()))
  const seenThere = async () => {
    const { people } = await kai.api.rainOut.get({ practiceId })
    return people.filter(({ given }) => !given).map(({ memberId, dayPass }) => ({ memberId, dayPass }))
  }
  const bulkEditId = async () => (await kai.api.bulkEdits.get()).edits[0]?.id ?? ''
  const plan = { title: 'Late one', startsOn: '2026-12-01', startTime: '18:00', endTime: '20:00' }
  const planned = {
    title: 'Late one',
    location: '',
    description: '',
    cancelled: false,
    startsAt: '2026-12-01T23:00:00.000Z',
    endsAt: '2026-12-02T01:00:00.000Z',
  }
  const plannedId = async () => {
    const { practices } = await kai.api.managePractices.get()
    return practices.find(({ startsAt }) => startsAt === planned.startsAt)?.id ?? ''
  }
  const undecidedPractice = async (startsAt: string) => {
    const endsAt = new Date(Date.parse(startsAt) + 7_200_000).toISOString()
    const id = await club.practice({ title: 'Undecided', startsAt, endsAt })
    await plantUndecided(club, id)
    return id
  }
  const orders = storeFile([
    ['#1', '1', 'buyer@example.com', 'Practice', 1],
    ['#2', '1', 'later@purdue.edu', 'Practice', 2],
    ['#3', '1', 'buyer@example.com', 'Something new', 1],
  ])
  const lineOf = async (state: string, why: string | null = null) => {
    const { lines } = await kai.api.storeImport.get()
    const inOrder = lines.toSorted((a, b) => a.order.localeCompare(b.order))
    return inOrder.find((line) => line.state === state && line.why === why)?.id ?? ''
  }
  const inviteCode = async () => {
    const card = await club.db.selectFrom('scorecard').select('inviteCode').where('id', '=', cardId).executeTakeFirst()
    return card?.inviteCode ?? ''
  }
  const deviceId = async () => (await club.db.selectFrom('pushSubscription').select('id').executeTakeFirst())?.id ?? ''
  const waitingLine = (why: string) => lineOf('waiting', why)
  const calls: Record<Operation, () => Call | Promise<Call>> = {
    'account.signUp': () => ({ who: visitor, input: { email, password: goodPassword } }),
    'account.resendVerification': () => ({ who: visitor, input: { email } }),
    'account.resendExpired': async () => ({ who: visitor, input: { token: await token() } }),
    'account.enterCode': async () => ({ who: visitor, input: { email, code: await code() } }),
    'account.verify': async () => ({
      who: visitor,
      input: { token: await token(), password: goodPassword, keepSignedIn: true },
    }),
    'session.get': () => ({ who: newcomer }),
    'session.touch': () => ({ who: newcomer }),
    'session.enterPassword': () => ({ who: kai, input: { password: goodPassword } }),
    'welcome.get': () => ({ who: newcomer }),
    'welcome.saveDraft': () => ({ who: newcomer, input: profile }),
    'welcome.finish': () => ({ who: newcomer, input: { ...profile, ...rest } }),
    'profile.setNews': () => ({ who: newcomer, input: { news: 'place', way: 'mail', wanted: false } }),
    'pushDevices.add': () => ({ who: newcomer, input: aDevice('of-an-evening') }),
    'pushDevices.get': () => ({ who: newcomer }),
    'pushDevices.remove': async () => ({ who: newcomer, input: { deviceId: await deviceId() } }),
    'newsMails.stop': async () => ({
      who: visitor,
      input: { token: unsubscribeToken(club.ctx.secrets, await newcomerId(), 'drive') },
    }),
    'profile.setCar': () => ({ who: newcomer, input: { hasCar: true, carCapacity: 5, rm01Completed: true } }),
    'profile.removePicture': () => ({ who: newcomer }),
    'practices.answer': () => ({ who: newcomer, input: { practiceId, answer: 'driver' } }),
    'practices.start': () => ({ who: kai, input: { practiceId } }),
    'passes.get': () => ({ who: newcomer }),
    'passes.use': () => ({ who: newcomer }),
    'practices.checkIn': () => ({ who: newcomer, input: { practiceId } }),
    'home.get': () => ({ who: newcomer }),
    'info.get': () => ({ who: newcomer }),
    'myPractices.get': () => ({ who: newcomer }),
    'scorecard.save': () => ({
      who: newcomer,
      input: { cardId, setup: firstSetup, startedAt: '2026-11-24T23:00:00.000Z', seen: null, changes: firstArrows },
    }),
    'scorecards.get': () => ({ who: newcomer }),
    'scorecard.get': () => ({ who: newcomer, input: { cardId } }),
    'scorecard.remove': () => ({ who: newcomer, input: { cardId } }),
    'scorecard.restore': () => ({ who: newcomer, input: { cardId } }),
    'scorecard.invite': () => ({ who: newcomer, input: { cardId } }),
    'scorecardInvitation.get': async () => ({ who: kai, input: { code: await inviteCode() } }),
    'scorecardInvitation.accept': async () => ({ who: kai, input: { code: await inviteCode() } }),
    'scorecard.part': () => ({ who: newcomer, input: { cardId } }),
    'calendarFeed.create': () => ({ who: newcomer }),
    'calendarFeed.renew': () => ({ who: newcomer }),
    'calendarFeed.get': () => ({ who: newcomer }),
    'calendarFeed.remove': () => ({ who: newcomer }),
    'practices.removeAttendee': async () => ({ who: kai, input: { practiceId, memberId: await newcomerId() } }),
    'practices.endEarly': () => ({ who: kai, input: { practiceId } }),
    'practices.takeBackEnd': () => ({ who: kai, input: { practiceId } }),
    'practices.removeSamples': () => ({ who: kai }),
    'profile.get': () => ({ who: newcomer }),
    'profile.save': () => ({ who: newcomer, input: { nameFirst: 'Noora' } }),
    'account.changePassword': () => ({
      who: newcomer,
      input: { currentPassword: goodPassword, newPassword: `${goodPassword} again` },
    }),
    'sessions.get': () => ({ who: newcomer }),
    'sessions.end': async () => ({ who: kai, input: { sessionId: await secondSessionOf(club, kai) } }),
    'account.delete': () => ({ who: newcomer, input: { password: `${goodPassword} again` } }),
    'members.get': () => ({ who: kai }),
    'members.setRole': () => ({ who: kai, input: { memberId: ben.id, expected: 'Member', role: 'Officer' } }),
    'members.setDayPasses': () => ({ who: kai, input: { memberId: ben.id, expected: 0, value: 5 } }),
    'members.setPaidPractices': () => ({
      who: kai,
      input: { memberId: ben.id, expected: 0, value: 3, reason: 'Paid in cash' },
    }),
    'members.setPass': () => ({ who: kai, input: { memberId: ben.id, expected: 'none', pass: 'Day Pass' } }),
    'memberRecord.get': () => ({ who: kai, input: { memberId: ben.id } }),
    'bulkEdit.apply': () => ({
      who: kai,
      input: { edit: { of: 'day-passes', by: 2 }, seen: [{ memberId: ben.id, expected: 5 }], reason: 'All of us' },
    }),
    'bulkEdits.get': () => ({ who: kai }),
    'bulkEdit.get': async () => ({ who: kai, input: { editId: await bulkEditId() } }),
    'bulkEdit.undo': async () => ({ who: kai, input: { editId: await bulkEditId() } }),
    'managePractices.get': () => ({ who: kai }),
    'managePractices.orderWaiting': () => ({ who: kai, input: { practiceId, memberIds: [], reason: 'They asked' } }),
    'managePractices.setLimit': () => ({ who: kai, input: { practiceId, expected: null, limit: 20 } }),
    'managePractices.setAttendance': () => ({
      who: kai,
      input: { practiceId, memberId: ben.id, attended: true, reason: 'Was there' },
    }),
    'managePractices.setCredit': () => ({ who: kai, input: { practiceId, memberId: ben.id, credited: true } }),
    'managePractices.addEmail': () => ({
      who: kai,
      input: { practiceId, email: 'guest@purdue.edu', kind: 'carpool' },
    }),
    'managePractices.removeEmail': () => ({ who: kai, input: { practiceId, emailId: 'gone already' } }),
    'rainOut.get': () => ({ who: kai, input: { practiceId } }),
    'rainOut.give': async () => ({ who: kai, input: { practiceId, seen: await seenThere() } }),
    'rainOut.takeBack': () => ({ who: kai, input: { practiceId } }),
    'resources.get': () => ({ who: kai }),
    'turnout.get': () => ({ who: kai }),
    'audit.get': () => ({ who: kai }),
    'exportPermission.get': () => ({ who: kai }),
    'practiceRecord.get': () => ({ who: kai, input: { practiceId } }),
    'managePractices.delete': async () => {
      await kai.api.practices.endEarly({ practiceId }).catch(() => {})
      return { who: kai, input: { practiceId } }
    },
    'outsideCalendar.get': async () => {
      await undecidedPractice('2026-12-07T23:00:00.000Z')
      const { findings } = await club.db.selectFrom('calendarCache').select('findings').executeTakeFirstOrThrow()
      await plantFindings(club, {
        ...JSON.parse(findings ?? '{}'),
        notes: [{ reason: 'repeat', id: 'x', title: 'League', on: '2026-12-01' }],
        noted: 1,
        held: { since: '2026-11-24T22:00:00.000Z', ids: ['a', 'b', 'c', 'd', 'e'] },
      })
      return { who: kai }
    },
    'outsideCalendar.decide': async () => ({
      who: kai,
      input: { practiceId: await undecidedPractice('2026-12-08T23:00:00.000Z'), event: null },
    }),
    'outsideCalendar.cancelHeld': async () => {
      const since = '2026-11-24T22:00:00.000Z'
      await plantFindings(club, { held: { since, ids: ['a', 'b', 'c', 'd', 'e'] } })
      return { who: kai, input: { since } }
    },
    'schedule.create': () => ({ who: kai, input: { ...plan, weeks: 2 } }),
    'schedule.change': async () => ({
      who: kai,
      input: { practiceId: await plannedId(), expected: planned, ...plan, title: 'Evening' },
    }),
    'schedule.cancel': async () => ({
      who: kai,
      input: { practiceId: await plannedId(), expected: { ...planned, title: 'Evening' }, cancelled: true },
    }),
    'storeImport.preview': () => ({ who: kai, input: { file: orders } }),
    'storeImport.apply': async () => ({
      who: kai,
      input: { file: orders, seen: (await kai.api.storeImport.preview({ file: orders })).seen },
    }),
    'storeImport.setWorth': async () => ({
      who: kai,
      input: { lineId: await waitingLine('unknown-product'), paidPractices: 2, dayPasses: 0 },
    }),
    'storeImport.assign': async () => ({
      who: kai,
      input: { lineId: await waitingLine('no-owner'), to: { memberId: ben.id } },
    }),
    'storeImport.unassign': async () => ({ who: kai, input: { lineId: await lineOf('booked') } }),
    'storeImport.dismiss': async () => ({
      who: kai,
      input: { lineId: await waitingLine('no-owner'), reason: 'A gift' },
    }),
    'storeImport.reopen': async () => ({ who: kai, input: { lineId: await lineOf('dismissed') } }),
    'storeImport.forget': async () => {
      await kai.api.storeImport.assign({ lineId: await waitingLine('no-owner'), to: { memberId: ben.id } })
      const { addresses } = await kai.api.storeImport.get()
      return { who: kai, input: { addressId: addresses[0]?.id } }
    },
    'storeImport.get': () => ({ who: kai }),
    'paidCounts.set': () => ({
      who: kai,
      input: { email: 'later@purdue.edu', expected: null, value: { paidPractices: 2, dayPasses: 1 } },
    }),
    'paidCounts.get': () => ({ who: kai }),
    'paidCounts.remove': () => ({
      who: kai,
      input: { email: 'later@purdue.edu', expected: { paidPractices: 2, dayPasses: 1 } },
    }),
    'managePractices.restore': () => ({ who: kai, input: { practiceId } }),
    'members.setRm01': () => ({ who: kai, input: { memberId: ben.id, expected: null, until: '2027-05-01' } }),
    'members.remove': () => ({ who: kai, input: { memberId: ben.id } }),
    'members.restore': () => ({ who: kai, input: { memberId: ben.id } }),
    'members.erase': async () => {
      await kai.api.members.remove({ memberId: ben.id })
      await club.letADayPass()
      return { who: kai, input: { memberId: ben.id } }
    },
    'account.wasDeleted': () => ({ who: visitor, input: { userId: 'nobody', idempotencyKey: 'a-key-of-nobody' } }),
    'account.isGone': () => ({ who: visitor, input: { userId: 'nobody', mark: 'of-nobody' } }),
    'sessions.endAll': () => ({ who: kai }),
  }
  for (const operation of needPassword) {
    const call = calls[operation]
    calls[operation] = async () => {
      await club.enterPasswords()
      return call()
    }
  }
  const takeCookie = (reply: LightMyRequestResponse) => {
    const cookie = String(reply.headers['set-cookie'] ?? '').split(';')[0]
    if (cookie) newcomer = club.caller(cookie)
  }
  return { calls, takeCookie, kai, visitor }
}

/** Signs this person in on another phone, too. @returns the id of that session */
async function secondSessionOf(club: TestClub, { id, email }: { id: string; email: string }) {
  const body = { email, password: goodPassword }
  await club.visitor().send({ method: 'POST', path: '/api/auth/sign-in/email', body })
  const sessions = club.db.selectFrom('session').select('id').where('userId', '=', id)
  return (await sessions.orderBy('createdAt', 'desc').executeTakeFirstOrThrow()).id
}
