import { messages } from '#domain/text/messages.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { Loading } from '#web/ui/loading.tsx'
import type { SessionState } from './use-session.ts'

/** While nobody knows who is signed in: the sentence, or what stands in the way of knowing. */
export function SessionPending({ session }: { session: Exclude<SessionState, { status: 'ready' }> }) {
  if (session.status === 'loading') return <Loading>{messages.loading}</Loading>
  return <LoadError problem={session.problem} retry={session.retry} />
}
