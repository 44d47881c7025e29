import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '#contract/contract.ts'
import { type Operation, policies } from '#contract/policies.ts'
import { codeStepAt } from '#domain/check-in-code.ts'
import { newLink } from '#server/auth/email-tokens.ts'
import { unsubscribeToken } from '#server/features/notifications/preferences.ts'
import { routeRows } from '#test/support/access-matrix.ts'
import { createTestClub, goodPassword, type TestClub } from '#test/support/club.ts'
import { exportRequest } from '#test/support/export-request.ts'
import { card, createFilledClub, firstEnd, lookedAgain, secrets, tellsNumber } from '#test/support/filled-club.ts'
import { createWholePerson } from '#test/support/full-member.ts'
import { listen } from '#test/support/live-stream.ts'
import { operationsOf } from '#test/support/operations.ts'
import { exportOwnData } from '#test/support/own-data.ts'
import { jpeg, sendPicture } from '#test/support/pictures.ts'
import { type AskerRole, createKeyList, keysOfSchema } from '#test/support/response-fields.ts'
import { eveningCalls } from '#test/support/sample-calls.ts'
import { storeFile } from '#test/support/store.ts'
import { isRead, operations, procedureOf, ways, waysIn } from '#test/support/transports.ts'

/** The fields of all responses of a club with at least one of everything. */
const list = createKeyList()
/** Responses that reveal something about another member that they must not. */
const leaks: string[] = []

type Who = Pick<ReturnType<TestClub['caller']>, 'send'>
type Reply = Awaited<ReturnType<Who['send']>>
const reads = operations.filter(isRead)
const needsInput = (operation: Operation) => {
  const { inputSchema } = procedureOf(operation)['~orpc']
  return inputSchema !== undefined && !z.safeParse(inputSchema as z.ZodMiniType, {}).success
}

/** Looks for the secrets of Zoe, who sends no requests herself in this test. */
function look(question: string, role: AskerRole, text: string) {
  const told = [
    ...(text.includes(secrets.birthday) ? ['birthday'] : []),
    ...(role === 'officer' || !text.includes(secrets.email) ? [] : ['email']),
    ...(role === 'officer' || !tellsNumber(text, secrets.dayPasses) ? [] : ['day passes']),
    ...(role === 'officer' || !tellsNumber(text, secrets.paidPractices) ? [] : ['paid practices']),
  ]
  for (const what of told) leaks.push(`${question} tells a ${role} somebody’s ${what}`)
}

function noteReply(question: string, role: AskerRole, reply: Reply, answer: unknown = reply.json()) {
  expect([question, role, reply.statusCode]).toEqual([question, role, 200])
  list.note(question, role, answer)
  look(question, role, reply.payload)
}

/** Sends a read over both APIs, and a write only over `/api/v1`. */
async function ask(role: AskerRole, who: Who, operation: Operation, input: object = {}) {
  let answer: Record<string, string> | undefined
  for (const way of isRead(operation) ? ways : (['/api/v1'] as const)) {
    const reply = await who.send(waysIn[way].ask(operation, input))
    answer = way === '/rpc' ? reply.json().json : reply.json()
    noteReply(operation, role, reply, answer)
  }
  return answer
}

/** Operations after which the lists are read again, because some are empty before or later. */
const lookedAfter: Operation[] = ['account.signUp', 'practices.checkIn', 'practices.endEarly', 'managePractices.delete']
lookedAfter.push('members.remove', 'storeImport.setWorth', 'storeImport.assign', 'storeImport.forget', 'paidCounts.set')

async function fillOperations() {
  const { club, ana, lee, pat, zoe, uma, afternoon, later } = await createFilledClub()
  await using _ = club
  const visitor = club.visitor()

  const lookAround = async () => {
    await club.enterPasswords()
    const open: [AskerRole, Who, string[]][] = [
      ['visitor', visitor, ['anyone']],
      ['newcomer', pat, ['anyone', 'signed-in']],
      ['member', ana, ['anyone', 'member']],
      ['officer', lee, ['anyone', 'member', 'officer']],
    ]
    for (const [role, who, those] of open)
      for (const operation of reads)
        if (those.includes(policies[operation]) && !needsInput(operation)) await ask(role, who, operation)
  }

  await ask('member', ana, 'scorecard.save', firstEnd('ana'))
  await ask('member', ana, 'scorecard.invite', { cardId: card.cardId })
  const { inviteCode: code } = await club.db.selectFrom('scorecard').select('inviteCode').executeTakeFirstOrThrow()
  await ask('officer', lee, 'scorecardInvitation.get', { code })
  await ask('officer', lee, 'scorecardInvitation.accept', { code })
  await ask('officer', lee, 'scorecard.save', firstEnd('lee'))
  for (const again of lookedAgain('ana')) await ask('member', ana, 'scorecard.save', again)
  await ask('member', ana, 'scorecard.save', { ...firstEnd('ana'), changes: [] })
  await ask('member', ana, 'scorecard.get', { cardId: card.cardId })
  await ask('officer', lee, 'scorecard.get', { cardId: card.cardId })

  await ask('member', ana, 'whoIsGoing.get', { practiceId: later })
  await ask('officer', lee, 'whoIsGoing.get', { practiceId: later })
  await ask('officer', lee, 'memberRecord.get', { memberId: ana.id })
  await ask('officer', lee, 'practiceRecord.get', { practiceId: afternoon })
  await ask('officer', lee, 'rainOut.get', { practiceId: afternoon })
  await ask('officer', lee, 'sales.get', { practiceId: afternoon })
  for (const practiceId of [later, '2026-11-12']) await ask('officer', lee, 'practiceRecord.get', { practiceId })
  await ask('officer', lee, 'reminders.get', { practiceId: later })
  for (const kind of ['week', 'remind']) await ask('officer', lee, 'emailPreviews.get', { kind })
  for (const { id } of (await lee.api.bulkEdits.get()).edits) await ask('officer', lee, 'bulkEdit.get', { editId: id })
  const seen = [
    { memberId: lee.id, expected: 0 },
    { memberId: uma.id, expected: 0 },
    { memberId: ana.id, expected: 99 },
  ]
  const edit = { of: 'day-passes', by: 1 }
  const applied = await ask('officer', lee, 'bulkEdit.apply', { edit, seen, reason: 'Rain' })
  await lee.api.members.setDayPasses({ memberId: uma.id, expected: 1, value: 0, reason: '' })
  await ask('officer', lee, 'bulkEdit.undo', { editId: applied?.editId })
  const odd = storeFile([
    ['#8', '1', ana.email, 'Practice', 1],
    ['#9', '1', ana.email, 'Practice', 'many'],
  ])
  await ask('officer', lee, 'storeImport.preview', { file: odd })

  let finished = false
  for await (const { operation, who, input, send, kai, visitor: stranger } of eveningCalls(club)) {
    const inside = finished ? 'member' : 'newcomer'
    const logged = who === kai || operation === 'kiosks.start' ? 'officer' : who === stranger ? 'visitor' : inside
    noteReply(operation, policies[operation] === 'kiosk' ? 'kiosk' : logged, await send())
    finished ||= operation === 'welcome.finish'
    if (operation === 'kiosk.get') await ask('kiosk', who, 'session.get')
    if (operation === 'practices.start') {
      for (const each of [zoe, lee]) await each.send(waysIn['/api/v1'].ask('practices.checkIn', input))
      await club.db.updateTable('member').set({ pass: 'none', dayPasses: 2 }).where('id', '=', ana.id).execute()
      await ask('member', ana, 'practices.checkIn', { ...input, usePass: true })
    }
    if (operation === 'checkInCode.get') {
      await club.db.updateTable('member').set({ pass: 'Carpool Range Pass' }).where('id', '=', uma.id).execute()
      const code = club.ctx.secrets.checkInCode(practiceIdOf(input), codeStepAt(club.clock.now()) - 10)
      await ask('member', uma, 'practices.checkIn', { ...input, code })
    }
    if (lookedAfter.includes(operation)) await lookAround()
  }
}

function practiceIdOf(input: object | undefined) {
  return input !== undefined && 'practiceId' in input ? String(input.practiceId) : ''
}

async function fillOwnData() {
  await using club = await createTestClub('sqlite')
  const { me } = await createWholePerson(club)
  list.note('POST /api/v1/account/export', 'member', await exportOwnData(me, { password: goodPassword }))
}

/** Covers the routes outside the contract that contain personal data. */
async function fillRoutes() {
  const { club, ana, lee, pat, afternoon } = await createFilledClub()
  await using _ = club
  const visitor = club.visitor()
  const post = (path: string, body: object) => visitor.send({ method: 'POST', path: `/api/auth${path}`, body })
  const { email } = ana
  const signIn = { email, password: goodPassword }
  noteReply('POST /api/auth/sign-in/email', 'visitor', await post('/sign-in/email', signIn))
  noteReply('POST /api/auth/sign-out', 'visitor', await post('/sign-out', {}))
  noteReply('POST /api/auth/request-password-reset', 'visitor', await post('/request-password-reset', { email }))
  const token = await club.ctx.write((tx) => newLink(tx, 'reset', pat.id, club.clock.now()))
  const reset = { token, newPassword: 'green silver at thirty metres' }

  const pressed = await visitor.send({
    method: 'POST',
    path: `/unsubscribe/${unsubscribeToken(club.ctx.secrets, ana.id, 'place')}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  noteReply('POST /unsubscribe/:token', 'visitor', pressed, { said: pressed.payload })
  for (const path of ['/healthz', '/readyz'])
    noteReply(`GET ${path}`, 'visitor', await visitor.send({ method: 'GET', path }))
  const picture = await jpeg()
  for (const [role, who] of Object.entries({ newcomer: pat, member: ana, officer: lee }))
    noteReply('PUT /api/v1/profile/picture', role as AskerRole, await sendPicture(who, picture))
  noteReply('POST /api/auth/reset-password', 'visitor', await post('/reset-password', reset))

  for (const [role, who] of [
    ['member', ana],
    ['officer', lee],
  ] as const) {
    const get = (path: string) => who.send({ method: 'GET', path })
    const { feed } = await who.api.calendarFeed.get()
    const calendar = await get(new URL(feed?.url ?? '').pathname)
    noteReply('GET /calendar/:file', role, calendar, propertiesOf(calendar.payload))
    const practice = await get(`/practice.ics?id=${afternoon}`)
    noteReply('GET /practice.ics', role, practice, propertiesOf(practice.payload))
    const history = await get('/my-practices.csv')
    noteReply('GET /my-practices.csv', role, history, columnsOf(history.payload))
    await using stream = await listen(club, who.cookie)
    const told = [await stream.next()]
    await club.ctx.write(async (_tx, announce) => announce('live'))
    told.push(await stream.next())
    for (const { event, data } of told) list.note('GET /live', role, { [event]: data })
    noteReply('GET /live/versions', role, await get('/live/versions'))
  }
  await club.enterPasswords()
  for (const kind of ['members', 'attendance', 'sales', 'ledger', 'audit']) {
    const reply = await lee.send(exportRequest(kind))
    noteReply(`POST /exports/${kind}.csv`, 'officer', reply, columnsOf(reply.payload))
  }
}

/** The columns of a CSV with at least one row, as an object with them as keys. */
function columnsOf(csv: string) {
  const [head = '', first] = csv.replace(/^\uFEFF/, '').split('\r\n')
  expect(first).not.toBe('')
  return Object.fromEntries(head.split(',').map((column) => [column, 'something']))
}

function propertiesOf(calendar: string) {
  expect(calendar).toContain('BEGIN:VEVENT')
  return Object.fromEntries([...calendar.matchAll(/^([A-Z-]+)[:;]/gm)].map(([, name = '']) => [name, 'something']))
}

beforeAll(async () => {
  await fillOperations()
  await fillOwnData()
  await fillRoutes()
}, 120_000)

/** Routes without personal data in JSON: pages, the app's files, the API's document, photos, the club's files, the development mailbox. */
const impersonal = Object.entries(routeRows).filter(
  ([name, { policy }]) =>
    policy === 'operation' ||
    policy === 'this-machine' ||
    (policy === 'anyone' && !/^POST|\/(healthz|readyz|calendar)/.test(name)) ||
    name.includes('/files/'),
)

describe('the responses', () => {
  // Shows: T24
  test('have the fields in response-fields.snapshot.txt for each request and role, and no others (T24)', async () => {
    await expect(list.toText()).toMatchFileSnapshot('response-fields.snapshot.txt')
  })

  test('are of every operation and of every route with personal data', () => {
    const rest = impersonal.map(([name]) => name)
    const routes = Object.keys(routeRows).filter((name) => !rest.includes(name))
    expect(list.questions().toSorted()).toEqual([...operations, ...routes].toSorted())
  })

  // Shows: T24
  test('have each field of the contract at least once, and no others', () => {
    for (const { path, output } of operationsOf(contract)) {
      const operation = path.join('.')
      const [there, named] = [list.pathsOf(operation), keysOfSchema(output)]
      const isIn = (key: string, name: string) =>
        name.endsWith('*') ? key.startsWith(name.slice(0, -1)) : key === name
      const missing = named.filter((name) => !there.some((key) => isIn(key, name)))
      // Allow a value that is null or empty in one response and an object in another.
      const isAbove = (key: string) => named.some((name) => name.startsWith(`${key}.`) || name.startsWith(`${key}[`))
      const unnamed = there.filter((key) => !named.some((name) => isIn(key, name)) && !isAbove(key))
      expect([operation, missing, unnamed]).toEqual([operation, [], []])
    }
  })

  // Shows: T24
  test('tell no one another’s birthday, and members no address and no counts', () => {
    expect(leaks).toEqual([])
  })
})
