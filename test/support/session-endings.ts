import { password } from './person.ts'
import { alterData, type QuickMember, quickMember } from './quick-member.ts'
import type { RunningServer } from './server.ts'

/** The people at a shared computer, and what can end a session there. */
export type EndingFacts = {
  server: RunningServer
  ana: QuickMember
  anaId: string
  /** Ana, on another device. */
  elsewhere: QuickMember
  /** Another officer. */
  olga: QuickMember
  clearCookies: () => Promise<unknown>
  /** Signs the computer's browser in with someone's session. */
  takeSession: (member: QuickMember) => Promise<unknown>
}
type Ending = {
  end: (facts: EndingFacts) => Promise<unknown>
  /** The page is closed before the end, and another one is opened. */
  closed?: true
  /** Someone else is logged in afterwards. */
  other?: true
  /** The account is gone, together with everything that it had queued. */
  gone?: true
  /** Ana's password from then on. */
  newPassword?: string
}

const longAgo = new Date(Date.now() - 40 * 86_400_000).toISOString()
const newPassword = `${password} again`

async function runOut({ server, anaId }: EndingFacts) {
  alterData(server, 'update session set expires_at = ?, held_until = null where user_id = ?', longAgo, anaId)
}

/** The ways a session can end except its log-out button, as in `a session that …`. */
export const endings: Record<string, Ending> = {
  'runs out after its fixed time': { end: runOut },
  'runs out while no page is open': { end: runOut, closed: true },
  'is lost with the browser’s cookies': { end: ({ clearCookies }) => clearCookies(), closed: true },
  'is ended on another device': {
    async end({ elsewhere }) {
      const { sessions } = (await elsewhere.call('sessions.get')) as { sessions: { id: string; current: boolean }[] }
      for (const { id, current } of sessions) if (!current) await elsewhere.call('sessions.end', { sessionId: id })
    },
  },
  'is ended by a new password': {
    end: ({ elsewhere }) => elsewhere.call('account.changePassword', { currentPassword: password, newPassword }),
    newPassword,
  },
  'gives way to someone else’s': {
    async end({ server, takeSession }) {
      await takeSession(await quickMember(server, { email: 'ben@purdue.edu', first: 'Ben', last: 'Okafor' }))
    },
    closed: true,
    other: true,
  },
  'ends with the removal of its member': {
    end: ({ olga, anaId }) => olga.call('members.remove', { memberId: anaId }),
    gone: true,
  },
  'ends with the account': { end: ({ elsewhere }) => elsewhere.call('account.delete', { password }), gone: true },
}
