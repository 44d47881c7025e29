import type { LightMyRequestResponse } from 'fastify'
import { needPassword, type Operation, policies } from '#contract/policies.ts'
import { firstSetup } from '#domain/scorecards/setup-choices.ts'
import { identifierOf, linkCode, newLink } from '#server/auth/email-tokens.ts'
import { unsubscribeToken } from '#server/features/notifications/preferences.ts'
import { replyToken } from '#server/features/reply-links/reply-token.ts'
import { kioskCookieIn } from './access-matrix.ts'
import { goodPassword, six, type TestClub } from './club.ts'
import { aDevice } from './devices.ts'
import { plantFindings, plantUndecided } from './outside-calendar.ts'
import { doorStore, oneDayPass } from './sales.ts'
import { setSetting, settingNow } from './set-setting.ts'
import { storeFile } from './store.ts'
import { type WayIn, waysIn } from './transports.ts'

/** One arrow placed on the target, one entered by its value. */
const firstArrows = [
  { id: 'arrow-one', slot: 0, upon: null, arrow: { value: 'X', spot: { face: 0, x: 3.5, y: -9 } }, why: '' },
  { id: 'arrow-two', slot: 1, upon: null, arrow: { value: 8, spot: null }, why: '' },
]

/** What members do, done by the officer here, who still has a session then, or who is someone else. */
const byKai: Operation[] = ['sessions.end', 'sessions.endAll', 'scorecardInvitation.get', 'scorecardInvitation.accept']

type Caller = Pick<ReturnType<TestClub['caller']>, 'send'>
export type Call = { who: Caller; input?: object }
type Input = object | (() => Promise<object | undefined>)

/** A practice evening that calls every operation once, in a sensible order; an operation without its call doesn't compile. */
export async function wholeEvening(club: TestClub) {
  const email = 'new@purdue.edu'
  const profile = { nameFirst: 'Noor', nameLast: 'Haddad', birthday: '2005-02-28', bowType: 'Recurve' }
  const rest = { personalEquipment: 'No', hasCar: true, carCapacity: 4, rm01Completed: true, pronouns: ['She/Her'] }
  // Tests let a minute pass before each call, so these sessions have to outlast an hour (`keep`).
  const facts = { nameFirst: 'Kai', nameLast: 'Nakamura', email: 'kai.nakamura@purdue.edu', keep: true }
  const kai = await club.member({ ...facts, role: 'Officer' })
  const ben = await club.member({ nameFirst: 'Ben', nameLast: 'Adler', email: 'ben.adler@purdue.edu', keep: true })
  const visitor = club.visitor()
  /** Whose device becomes a kiosk. */
  const door = await club.loggedIn(kai.email)
  let kiosk: Caller = visitor
  const practiceId = await club.practice()
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
  // By then, tonight's practice has started.
  const nextWeek = await club.practice({ startsAt: '2026-12-02T23:00:00.000Z', endsAt: '2026-12-03T01:00:00.000Z' })
  const replyLink = async () => replyToken(club.ctx.secrets, await newcomerId(), nextWeek)
  const bulkEditId = async () => (await kai.api.bulkEdits.get()).edits[0]?.id ?? ''
  const plan = { title: 'Late one', startsOn: '2026-12-01', startTime: '18:00', endTime: '20:00' }
  const times = { startsAt: '2026-12-01T23:00:00.000Z', endsAt: '2026-12-02T01:00:00.000Z' }
  const planned = { title: plan.title, location: '', description: '', cancelled: false, ...times }
  const plannedId = async () => {
    const { practices } = await kai.api.managePractices.get()
    return practices.find(({ startsAt }) => startsAt === times.startsAt)?.id ?? ''
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
  const order = async (state: string, why: string | null = null) => {
    const { lines } = await kai.api.storeImport.get()
    const inOrder = lines.toSorted((a, b) => a.order.localeCompare(b.order))
    return { lineId: inOrder.find((line) => line.state === state && line.why === why)?.id ?? '' }
  }
  const waiting = (why: string) => order('waiting', why)
  const inviteCode = async () => {
    const invited = club.db.selectFrom('scorecard').select('inviteCode').where('id', '=', card.cardId)
    return (await invited.executeTakeFirst())?.inviteCode ?? ''
  }
  const visitOfGus = async () =>
    club.db.selectFrom('preRegistration').selectAll().where('guestId', 'is not', null).executeTakeFirstOrThrow()
  const deviceId = async () => (await club.db.selectFrom('pushSubscription').select('id').executeTakeFirst())?.id ?? ''
  const saleId = async () => (await kai.api.sales.get({ practiceId })).sales[0]?.id
  const revisionOf = async (name: string) =>
    (await kai.api.clubSettings.get()).settings.find((setting) => setting.name === name)?.revision ?? 0
  const settingChangeId = async () => (await kai.api.settingChanges.get({ name: 'contactEmail' })).changes[0]?.id
  const deleted = { userId: 'nobody' }
  const again = `${goodPassword} again`
  const card = { cardId: 'card-of-an-evening' }
  const here = { practiceId }
  const ofBen = { memberId: ben.id }
  const paid = { paidPractices: 2, dayPasses: 1 }
  const since = '2026-11-24T22:00:00.000Z'
  const held = { since, ids: ['a', 'b', 'c', 'd', 'e'] }
  /** What each operation gets; null for those without input. */
  const inputs: Record<Operation, Input | null> = {
    'account.signUp': { email, password: goodPassword },
    'account.resendVerification': { email },
    'account.resendExpired': async () => ({ token: await token() }),
    'account.enterCode': async () => ({ email, code: await code() }),
    'account.verify': async () => ({ token: await token(), password: goodPassword, keepSignedIn: true }),
    'session.get': null,
    'session.touch': null,
    'session.enterPassword': { password: goodPassword },
    'welcome.get': null,
    'welcome.saveDraft': profile,
    'welcome.finish': { ...profile, ...rest },
    'profile.setNews': { news: 'place', way: 'mail', wanted: false },
    'profile.setShowGoing': { show: true },
    'pushDevices.add': aDevice('of-an-evening'),
    'pushDevices.get': null,
    'pushDevices.remove': async () => ({ deviceId: await deviceId() }),
    'newsMails.stop': async () => ({ token: unsubscribeToken(club.ctx.secrets, await newcomerId(), 'drive') }),
    'replyLinks.open': async () => ({ token: await replyLink() }),
    'replyLinks.answer': async () => ({ token: await replyLink(), answer: 'archer' }),
    'profile.setCar': { hasCar: true, carCapacity: 5, rm01Completed: true },
    'profile.removePicture': null,
    'practices.answer': { ...here, answer: 'driver' },
    'whoIsGoing.get': here,
    'practices.start': here,
    'passes.get': null,
    'passes.use': null,
    'passCode.create': null,
    'passCode.get': null,
    'passCode.renew': null,
    'practices.checkIn': here,
    'checkInCode.get': async () => {
      await club.db.updateTable('practice').set({ checkInMode: 'code' }).where('id', '=', practiceId).execute()
      return here
    },
    'scanList.get': here,
    'scans.hold': { ...here, open: true },
    'scans.add': async () => {
      await club.db.updateTable('member').set({ pass: 'Carpool Range Pass' }).where('id', '=', ben.id).execute()
      return { ...here, ...ofBen }
    },
    'scans.undo': async () => {
      await club.db.updateTable('member').set({ pass: 'none' }).where('id', '=', ben.id).execute()
      return { ...here, ...ofBen }
    },
    'kiosks.start': { ...here, pin: '482913' },
    'kiosks.get': here,
    'kiosk.get': null,
    'kioskNames.get': { typed: 'ben' },
    'kioskPerson.get': ofBen,
    'kiosk.checkIn': ofBen,
    'kiosk.leave': { pin: '000000' },
    'kiosks.end': async () => ({ ...here, kioskId: (await kai.api.kiosks.get(here)).kiosks[0]?.id }),
    'home.get': null,
    'info.get': null,
    'myPractices.get': null,
    'scorecard.save': { ...card, setup: firstSetup, startedAt: six, seen: null, changes: firstArrows },
    'scorecards.get': null,
    'scorecard.get': card,
    'scorecard.remove': card,
    'scorecard.restore': card,
    'scorecard.invite': card,
    'scorecardInvitation.get': async () => ({ code: await inviteCode() }),
    'scorecardInvitation.accept': async () => ({ code: await inviteCode() }),
    'scorecard.part': card,
    'calendarFeed.create': null,
    'calendarFeed.renew': null,
    'calendarFeed.get': null,
    'calendarFeed.remove': null,
    'practices.removeAttendee': async () => ({ ...here, memberId: await newcomerId() }),
    'practices.endEarly': here,
    'practices.takeBackEnd': here,
    'practices.removeSamples': null,
    'profile.get': null,
    'profile.save': { nameFirst: 'Noora' },
    'account.changePassword': { currentPassword: goodPassword, newPassword: again },
    'sessions.get': null,
    'sessions.end': async () => ({ sessionId: await secondSessionOf(club, kai) }),
    'account.delete': { password: again },
    'members.get': null,
    'members.setRole': { ...ofBen, expected: 'Member', role: 'Officer' },
    'members.setDayPasses': { ...ofBen, expected: 0, value: 5 },
    'members.setPaidPractices': { ...ofBen, expected: 0, value: 3, reason: 'Paid in cash' },
    'members.setPass': { ...ofBen, expected: 'none', pass: 'Day Pass' },
    'memberRecord.get': ofBen,
    'bulkEdit.apply': { edit: { of: 'day-passes', by: 2 }, seen: [{ ...ofBen, expected: 5 }], reason: 'All of us' },
    'bulkEdits.get': null,
    'bulkEdit.get': async () => ({ editId: await bulkEditId() }),
    'bulkEdit.undo': async () => ({ editId: await bulkEditId() }),
    'managePractices.get': null,
    'managePractices.orderWaiting': { ...here, memberIds: [], reason: 'They asked' },
    'managePractices.setLimit': { ...here, expected: null, limit: 20 },
    'managePractices.setReplyDeadline': { ...here, expected: null, hours: 24 },
    'sales.add': async () => {
      const name = 'storeImport.products'
      await kai.api.clubSettings.set({ name, value: doorStore.products, seen: await revisionOf(name) })
      return { ...here, ...ofBen, ...oneDayPass }
    },
    'sales.get': here,
    'sales.undo': async () => ({ ...here, saleId: await saleId(), reason: 'Wrong person' }),
    'managePractices.setAttendance': { ...here, ...ofBen, attended: true, reason: 'Was there' },
    'managePractices.setExcuse': { ...here, ...ofBen, excused: false },
    'managePractices.setCredit': { ...here, ...ofBen, credited: true },
    'managePractices.addEmail': { ...here, email: 'guest@purdue.edu', kind: 'carpool' },
    'managePractices.removeEmail': { ...here, emailId: 'gone already' },
    'guests.add': { ...here, name: 'Gus Keller', email: 'gus@example.com', hostId: kai.id, waiverSigned: true },
    'rainOut.get': here,
    'rainOut.give': async () => ({ ...here, seen: await seenThere() }),
    'rainOut.takeBack': here,
    'resources.get': null,
    'turnout.get': null,
    'audit.get': null,
    'exportPermission.get': null,
    'practiceRecord.get': here,
    'guests.erase': async () => ({ guestId: (await visitOfGus()).guestId }),
    'guests.remove': async () => ({ ...here, visitId: (await visitOfGus()).id }),
    'managePractices.delete': async () => {
      await kai.api.practices.endEarly(here).catch(() => {})
      return here
    },
    'outsideCalendar.get': async () => {
      await undecidedPractice('2026-12-07T23:00:00.000Z')
      const { findings } = await club.db.selectFrom('calendarCache').select('findings').executeTakeFirstOrThrow()
      const notes = [{ reason: 'repeat', id: 'x', title: 'League', on: '2026-12-01' }]
      await plantFindings(club, { ...JSON.parse(findings ?? '{}'), notes, noted: 1, held })
      return undefined
    },
    'outsideCalendar.decide': async () => ({
      practiceId: await undecidedPractice('2026-12-08T23:00:00.000Z'),
      event: null,
    }),
    'outsideCalendar.cancelHeld': async () => {
      await plantFindings(club, { held })
      return { since }
    },
    'schedule.create': { ...plan, weeks: 2 },
    'schedule.change': async () => ({ ...plan, practiceId: await plannedId(), expected: planned, title: 'Evening' }),
    'schedule.cancel': async () => ({
      practiceId: await plannedId(),
      expected: { ...planned, title: 'Evening' },
      cancelled: true,
      message: 'The hall is closed.',
    }),
    'storeImport.preview': { file: orders },
    'storeImport.apply': async () => ({
      file: orders,
      seen: (await kai.api.storeImport.preview({ file: orders })).seen,
    }),
    'storeImport.setWorth': async () => ({ ...(await waiting('unknown-product')), paidPractices: 2, dayPasses: 0 }),
    'storeImport.assign': async () => ({ ...(await waiting('no-owner')), to: ofBen }),
    'storeImport.unassign': () => order('booked'),
    'storeImport.dismiss': async () => ({ ...(await waiting('no-owner')), reason: 'A gift' }),
    'storeImport.reopen': () => order('dismissed'),
    'storeImport.forget': async () => {
      await kai.api.storeImport.assign({ ...(await waiting('no-owner')), to: ofBen })
      const { addresses } = await kai.api.storeImport.get()
      return { addressId: addresses[0]?.id }
    },
    'storeImport.get': null,
    'paidCounts.set': { email: 'later@purdue.edu', expected: null, value: paid },
    'paidCounts.get': null,
    'paidCounts.remove': { email: 'later@purdue.edu', expected: paid },
    'managePractices.restore': here,
    'members.setRm01': { ...ofBen, expected: null, until: '2027-05-01' },
    'members.remove': ofBen,
    'members.restore': ofBen,
    'members.erase': async () => {
      await kai.api.members.remove(ofBen)
      await club.letADayPass()
      return ofBen
    },
    'account.wasDeleted': { ...deleted, idempotencyKey: 'a-key-of-nobody' },
    'account.isGone': { ...deleted, mark: 'of-nobody' },
    'clubSettings.set': { name: 'contactEmail', value: 'archery@purdue.edu', seen: 0 },
    'clubSettings.get': null,
    'settingChanges.get': null,
    'clubSettings.undo': async () => ({
      changeId: await settingChangeId(),
      seen: (await settingNow(kai, 'contactEmail')).revision,
    }),
    'clubSettings.reset': async () => ({ name: 'name', seen: (await setSetting(kai, 'name', 'Archers')).revision }),
    'reminders.get': here,
    'reminders.send': async () => {
      const times = { startsAt: '2026-11-30T23:00:00.000Z', endsAt: '2026-12-01T01:00:00.000Z' }
      return { practiceId: await club.practice({ title: 'Next week', ...times }) }
    },
    'emailPreviews.get': { kind: 'remind' },
    'emailPreviews.turnOn': { kind: 'remind' },
    'clubFiles.upload': { use: 'document', name: 'rules.txt', content: 'QWltIHNtYWxsLg==' },
    'sessions.endAll': null,
  }
  const callerOf = (operation: Operation) => {
    if (operation === 'kiosks.start') return door
    if (policies[operation] === 'kiosk') return kiosk
    if (policies[operation] === 'officer' || byKai.includes(operation)) return kai
    return policies[operation] === 'anyone' && operation !== 'session.get' ? visitor : newcomer
  }
  const prepare = async (operation: Operation): Promise<Call> => {
    if (needPassword.includes(operation)) await club.enterPasswords()
    const given = inputs[operation]
    const input = typeof given === 'function' ? await given() : (given ?? undefined)
    return { who: callerOf(operation), ...(input && { input }) }
  }
  const calls = Object.fromEntries(
    (Object.keys(inputs) as Operation[]).map((operation) => [operation, () => prepare(operation)]),
  ) as Record<Operation, () => Promise<Call>>
  const takeCookie = (reply: LightMyRequestResponse) => {
    const ofKiosk = kioskCookieIn(reply)
    if (ofKiosk) kiosk = club.caller(ofKiosk)
    const cookie = ofKiosk ? '' : String(reply.headers['set-cookie'] ?? '').split(';')[0]
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

/** The same evening, call by call: each is sent with `send`, and must succeed. */
export async function* eveningCalls(club: TestClub, way: WayIn = '/api/v1') {
  const { calls, takeCookie, ...people } = await wholeEvening(club)
  for (const [operation, prepare] of Object.entries(calls) as [Operation, () => Promise<Call>][]) {
    // Emails to the same address are limited to one a minute.
    await club.clock.advance(61_000)
    const { who, input } = await prepare()
    const send = async () => {
      const reply = await who.send(waysIn[way].ask(operation, input))
      if (reply.statusCode !== 200) throw new Error(`${operation} got ${reply.statusCode} ${reply.payload}`)
      takeCookie(reply)
      return reply
    }
    yield { operation, who, input, send, ...people }
  }
}
