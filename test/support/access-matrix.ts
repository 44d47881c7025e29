import type { LightMyRequestResponse } from 'fastify'
import { alsoOnKiosk, type Operation, type Policy, policies } from '#contract/policies.ts'
import { pagePaths } from '#server/http/html-shells.ts'
import type { RoutePolicy } from '#server/http/route-policies.ts'
import type { TestClub } from './club.ts'
import { operations, type WayIn, waysIn } from './transports.ts'

/**
 * The authorization matrix: who sends a request, what for, and the outcome. The rows of the API's operations are in
 * contract/policies.ts and, a second time, in its test; the rows of all other routes are here.
 */

export type Asker = keyof Awaited<ReturnType<typeof everybody>>

type Request = { method: string; path: string; body?: unknown }
type Reply = Pick<LightMyRequestResponse, 'statusCode' | 'json' | 'headers'>
type Sender = { send(request: Request): PromiseLike<Reply> }
type Person = Sender & { id: string; cookie: string }
/** Where the people come from: a club in a test, or one behind a server. */
type Club<Visitor, Someone> = {
  db: TestClub['db']
  visitor(): Visitor
  member(facts?: { hasLoggedIn: 0 }): Promise<Someone>
  officer(facts?: { hasLoggedIn: 0 }): Promise<Someone>
  livePractice(): Promise<string>
  caller(cookie: string): Visitor
}

/** One person of each kind, with the session cookie that they have, or had. */
export async function everybody<Visitor extends Sender, Someone extends Person>(club: Club<Visitor, Someone>) {
  const people = {
    visitor: { ...club.visitor(), cookie: null },
    signedOut: await club.officer(),
    unverified: await club.officer(),
    removed: await club.officer(),
    newcomer: await club.member({ hasLoggedIn: 0 }),
    member: await club.member(),
    newOfficer: await club.officer({ hasLoggedIn: 0 }),
    officer: await club.officer(),
    demoted: await club.officer(),
    kiosk: await kioskOf(club),
  }
  const { signedOut, unverified, removed, demoted } = people
  await signedOut.send({ method: 'POST', path: '/api/auth/sign-out', body: {} })
  // Their session rows stay, as if someone had inserted them.
  await club.db.updateTable('user').set({ emailVerified: 0 }).where('id', '=', unverified.id).execute()
  const removedAt = '2026-11-24T22:00:00.000Z'
  await club.db.updateTable('member').set({ removedAt }).where('id', '=', removed.id).execute()
  await club.db.updateTable('member').set({ role: 'Member' }).where('id', '=', demoted.id).execute()
  return people
}

/** A kiosk that an officer has made of their device, whose session has ended. */
export async function kioskOf<Visitor extends Sender, Someone extends Person>(club: Club<Visitor, Someone>) {
  const door = await club.officer()
  const start = waysIn['/rpc'].ask('kiosks.start', { practiceId: await club.livePractice(), pin: '482913' })
  const cookie = kioskCookieIn(await door.send(start))
  return { ...club.caller(cookie), cookie }
}

/** The cookie of the kiosk that a response makes of the device; empty without one. */
export function kioskCookieIn({ headers }: Pick<Reply, 'headers'>) {
  return /(?:^|,\s*)((?:__Host-)?quiver-kiosk=[^;,]+)/.exec(String(headers['set-cookie']))?.[1] ?? ''
}

const open = 'let in'
const [unauthorized, forbidden, unfinished] = ['401 UNAUTHORIZED', '403 FORBIDDEN', '409 FINISH_SETUP'] as const
/** The outcome for each person: those outside have no valid session. */
const outcomes = (rung: { outside: string; newcomer: string; member: string; newOfficer: string; officer: string }) => {
  const { outside, ...inside } = rung
  const those = { visitor: outside, signedOut: outside, unverified: outside, removed: outside }
  return { ...those, ...inside, demoted: inside.member, kiosk: forbidden } satisfies Record<Asker, string>
}
const all = { outside: open, newcomer: open, member: open, newOfficer: open, officer: open }

/** The outcome of an operation. */
export function expectedAt(operation: Operation, asker: Asker) {
  if (asker === 'kiosk' && alsoOnKiosk.includes(operation)) return open
  return rungs[policies[operation]][asker]
}

/** The same by its policy. */
const rungs: Record<Policy, Record<Asker, string>> = {
  anyone: outcomes(all),
  'signed-in': outcomes({ ...all, outside: unauthorized }),
  member: outcomes({ ...all, outside: unauthorized, newcomer: unfinished, newOfficer: unfinished }),
  officer: outcomes({
    ...{ outside: unauthorized, newcomer: forbidden, member: forbidden },
    ...{ newOfficer: unfinished, officer: open },
  }),
  kiosk: {
    ...outcomes({
      ...{ outside: unauthorized, newcomer: forbidden, member: forbidden, newOfficer: forbidden, officer: forbidden },
    }),
    kiosk: open,
  },
}

/** Files are opened in a browser, so a person who has a step to finish first is redirected to it. */
const fileOutcomes: Partial<Record<RoutePolicy, (signIn: string) => Record<Asker, string>>> = {
  member: (signIn) =>
    outcomes({ ...all, outside: `302 ${signIn}`, newcomer: '302 /welcome', newOfficer: '302 /welcome' }),
}

export type RouteRow = {
  policy: RoutePolicy
  /** The response for those who are let in. */
  says?: string
  /** The path to request, where it differs from the route; words in braces are replaced by `fill`. */
  at?: string
  sends?: { type: string; body: string }
  /** Of a file: the sign-in address that it redirects to. */
  signIn?: string
}

/** The expected outcome; null where the operations' own matrix checks the route. */
export function expectedOf({ policy, says = '200', signIn }: RouteRow, asker: Asker, isRead: boolean): string | null {
  if (policy === 'operation') return null
  const rung =
    policy === 'this-machine' ? rungs.anyone : signIn === undefined ? rungs[policy] : fileOutcomes[policy]?.(signIn)
  const verdict = rung?.[asker]
  // What browsers load without logging in, they also load on a kiosk.
  if (asker === 'kiosk' && policy === 'anyone') return isRead ? says : forbidden
  if (verdict === undefined) throw new Error(`who may open a file that is for ${policy}?`)
  return verdict === open ? says : verdict
}

const page: RouteRow = { policy: 'anyone' }
const json = (body: object) => ({ type: 'application/json', body: JSON.stringify(body) })
/** With an unknown field: the body is parsed, but the request has no effect. */
const auth: RouteRow = { policy: 'anyone', sends: json({ stray: 1 }), says: '400 BAD_REQUEST' }
const operation: RouteRow = { policy: 'operation' }
const exported: RouteRow = { policy: 'officer', sends: json({}) }
const ofMyPractices = '/login?next=/my-practices'

const same = (names: string[], row: RouteRow) => Object.fromEntries(names.map((name) => [name, row]))

/** A request with the wrong method is told the right one, so each method has its row. */
function withEachMethod(url: string) {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
  return same(
    methods.map((method) => `${method} ${url}`),
    operation,
  )
}

/** Every route of the app. Routes that support HEAD in addition to GET are requested with both. */
export const routeRows: Record<string, RouteRow> = {
  ...same(['GET /healthz', 'GET /readyz', 'GET /api/v1/reference', 'GET /api/v1/openapi.json'], page),

  ...withEachMethod('/rpc/*'),
  ...withEachMethod('/rpc/bulkEdit/apply'),
  ...withEachMethod('/rpc/storeImport/preview'),
  ...withEachMethod('/rpc/storeImport/apply'),
  ...withEachMethod('/rpc/clubFiles/upload'),
  ...withEachMethod('/api/v1/*'),
  ...same(
    [
      'POST /api/v1/bulk-edits',
      'POST /api/v1/store/preview',
      'POST /api/v1/store/imports',
      'POST /api/v1/settings/files',
    ],
    operation,
  ),

  'GET /api/v1': { policy: 'anyone', says: '302 /api/v1/reference' },
  ...same(['POST /api/auth/sign-in/email', 'POST /api/auth/sign-out'], auth),
  ...same(['POST /api/auth/request-password-reset', 'POST /api/auth/reset-password'], auth),

  'GET /live': { policy: 'signed-in' },
  'GET /live/versions': { policy: 'signed-in' },
  'GET /files/pictures/:id/:name': { policy: 'signed-in', at: '/files/pictures/{picture}/96.webp' },
  'GET /files/club/:id/:name': { policy: 'officer', at: '/files/club/x/x.pdf', says: '404 NOT_FOUND' },
  'GET /files/club/:id/logo.webp': { policy: 'anyone', at: '/files/club/x/logo.webp', says: '404 NOT_FOUND' },
  'POST /api/v1/account/export': {
    policy: 'member',
    sends: { type: 'application/json', body: '{"password":"not mine"}' },
    says: '422 INVALID_FIELD',
  },
  'PUT /api/v1/profile/picture': {
    policy: 'signed-in',
    sends: { type: 'image/png', body: 'no picture' },
    says: '422 INVALID_FIELD',
  },
  // No session: a calendar program only has the secret address.
  'GET /calendar/:file': { policy: 'anyone', at: '/calendar/{feed}.ics' },
  'GET /practice.ics': { policy: 'member', at: '/practice.ics?id={practice}', signIn: ofMyPractices },
  'GET /my-practices.csv': { policy: 'member', signIn: ofMyPractices },
  ...same(['POST /exports/members.csv', 'POST /exports/attendance.csv'], exported),
  ...same(['POST /exports/sales.csv', 'POST /exports/ledger.csv', 'POST /exports/audit.csv'], exported),

  // No session: the token from the email is the authorization.
  'GET /unsubscribe/:token': {
    policy: 'anyone',
    at: '/unsubscribe/x',
    says: '302 http://localhost:3000/unsubscribe#token=x',
  },
  'POST /unsubscribe/:token': {
    policy: 'anyone',
    at: '/unsubscribe/x',
    sends: { type: 'application/x-www-form-urlencoded', body: 'List-Unsubscribe=One-Click' },
    says: '404 NOT_FOUND',
  },
  'GET /reply/:token/:what': {
    policy: 'anyone',
    at: '/reply/x/archer',
    says: '302 http://localhost:3000/reply#token=x&as=archer',
  },
  'GET /dev/mail/:key': { policy: 'this-machine', at: '/dev/mail/{mailbox}' },

  // Pages contain no one's data.
  ...same(
    pagePaths.map((path) => `GET ${path}`),
    page,
  ),
  ...same(['GET /manifest.webmanifest', 'GET /constitution.pdf'], page),
  'GET /shell.html': { ...page, at: '{shell}' },

  // The files of the small build in club-with-pages.ts.
  ...same(['GET /favicon.svg', 'GET /assets/app-abc123.js', 'GET /assets/app-abc123.js.br'], page),
}

/** The routes of an app in the format of the rows, without those that only serve HEAD. */
export function namesOf(routes: readonly { method: string | string[]; url: string }[]) {
  const names = routes.flatMap(({ method, url }) => [method].flat().map((each) => `${each} ${url}`))
  return names.filter((name) => !name.startsWith('HEAD ')).toSorted()
}

/** What the authorization checks say to an operation without input. */
export async function verdict(who: Sender, operation: Operation, way: WayIn) {
  const { ask, errorOf } = waysIn[way]
  const reply = await who.send(ask(operation))
  const { code } = errorOf(reply)
  const closed = ['UNAUTHORIZED', 'FORBIDDEN', 'FINISH_SETUP'].includes(code)
  return closed ? `${reply.statusCode} ${code}` : 'let in'
}

/** It ends everyone's sessions, so it comes last. */
const last: Operation = 'sessions.endAll'
export const signingOutLast = [...operations.filter((operation) => operation !== last), last]

/** A response's status, with its redirect target or error code. */
export function heardIn({ status, headers, body }: { status?: number; headers: { location?: string }; body: string }) {
  const about = headers.location ?? (Number(status) >= 400 ? JSON.parse(body).code : undefined)
  return about === undefined ? String(status) : `${status} ${about}`
}
