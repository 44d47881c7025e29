import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { goodPassword } from '#test/support/club.ts'
import { openPhone, orNothing } from './phone.ts'
import type { SeededMember } from './seeded-club.ts'

type Phone = ReturnType<typeof openPhone>
type Acting = { officer: Phone; member: SeededMember }

export type Ending = {
  /** The status of requests after the rights have ended. */
  status: 401 | 403
  /** Ends the rights of the member's session. `Acting` has the sessions of the member and of an officer. */
  act: (acting: Acting) => Promise<{ status: number }>
  /** The cookie whose rights are tested. */
  cookieOf: (url: string, member: SeededMember) => Promise<string>
}

const own = async (_url: string, { cookie }: SeededMember) => cookie

export const endings = {
  demotion: {
    status: 403,
    act: ({ officer, member }) =>
      officer.act('members.setRole', { memberId: member.id, expected: 'Officer', role: 'Member' }),
    cookieOf: own,
  },
  removal: {
    status: 401,
    act: ({ officer, member }) => officer.act('members.remove', { memberId: member.id }),
    cookieOf: own,
  },
  'new password': {
    status: 401,
    act: ({ officer, member }) =>
      openPhone(officer.url, member.cookie).act('account.changePassword', {
        currentPassword: goodPassword,
        newPassword: 'green silver at thirty metres',
      }),
    async cookieOf(url, { email }) {
      const reply = await openPhone(url).post('/api/auth/sign-in/email', { email, password: goodPassword })
      return String(reply.headers['set-cookie']).split(';')[0] ?? ''
    },
  },
} satisfies Record<string, Ending>

export type Try = {
  /** Requests that succeeded before the acknowledgement, and ones sent after it that succeeded all the same. */
  before: number
  stale: number
  /** Milliseconds from the acknowledgement to the first refusal; 0 if it was earlier. */
  refusedMs: number
  streamMs: number
  statuses: number[]
}

/** How long, in ms, to wait for a refusal or the end of a stream. */
const patienceMs = 3000

/** Ends an officer's rights while they send requests all the time on two connections and have a stream open. */
export async function tryOnce({
  url,
  officer,
  member,
  ending,
}: Acting & { url: string; ending: Ending }): Promise<Try> {
  const cookie = await ending.cookieOf(url, member)
  const stream = await openStream(url, cookie)
  const phone = openPhone(url, cookie)
  const asked: { sentAt: number; answeredAt: number; status: number }[] = []
  const until = Promise.withResolvers<void>()
  let over = false
  const ask = async () => {
    while (!over) {
      const sentAt = performance.now()
      const reply = await orNothing(phone.get('/rpc/resources/get'))
      asked.push({ sentAt, answeredAt: performance.now(), status: reply?.status ?? 0 })
      if (reply?.status === ending.status) until.resolve()
    }
  }
  const asking = [ask(), ask()]
  while (asked.length < 2) await pause(1)
  const done = await ending.act({ officer, member })
  const at = performance.now()
  if (done.status !== 200) throw new Error(`the act itself was answered ${done.status}`)
  const closedAt = await Promise.race([stream.closed, pause(patienceMs, Number.POSITIVE_INFINITY)])
  await Promise.race([until.promise, pause(Math.max(0, at + patienceMs - performance.now()))])
  over = true
  await Promise.all(asking)
  stream.close()
  const refused = asked.filter(({ status }) => status === ending.status).map(({ answeredAt }) => answeredAt)
  const letIn = asked.filter(({ status }) => status === 200)
  const after = (moment: number) => Math.max(0, Math.min(patienceMs, moment - at))
  return {
    before: letIn.filter(({ sentAt }) => sentAt < at).length,
    stale: letIn.filter(({ sentAt }) => sentAt > at).length,
    refusedMs: after(Math.min(...refused)),
    streamMs: after(closedAt),
    statuses: asked.map(({ status }) => status),
  }
}

/** Resolves once the stream has sent its first event. */
async function openStream(url: string, cookie: string) {
  const address = new URL('/live', url)
  const asked = request(address, { host: '127.0.0.1', agent: false, headers: { host: address.host, cookie } })
  asked.end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`the stream was answered ${response.statusCode}`)
  const begun = Promise.withResolvers<void>()
  let heard = ''
  response.setEncoding('utf8').on('data', (text) => {
    heard += text
    if (heard.includes('event: versions')) begun.resolve()
  })
  const closed = new Promise<number>((resolve) => response.on('close', () => resolve(performance.now())))
  response.on('error', () => {})
  asked.on('error', () => {})
  await begun.promise
  return { closed, close: () => asked.destroy() }
}
