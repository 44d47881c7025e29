import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { goodPassword } from '#test/support/club.ts'
import { openPhone, orNothing } from './phone.ts'
import type { SeededMember } from './seeded-club.ts'

type Phone = ReturnType<typeof openPhone>
type Acting = { officer: Phone; member: SeededMember }

export type Ending = {
  /** What somebody without these rights hears. */
  status: 401 | 403
  /** Ends the rights of what the member is signed in with; by whom, is their own session or an officer's. */
  act: (acting: Acting) => Promise<{ status: number }>
  /** The cookie that the rights are tried with. */
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
  /** Requests that were let in before the act was acknowledged; and that were sent after it and let in all the same. */
  before: number
  stale: number
  /** From the acknowledgement, in milliseconds; 0 where it was sooner. */
  refusedMs: number
  streamMs: number
  statuses: number[]
}

/** So long, in milliseconds, a refusal or the end of a stream is waited for. */
const patienceMs = 3000

/** An officer's rights end while they ask for something every moment, by two lines at once, and listen. */
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

/** Resolves once the stream has told its first. */
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
