import { messages } from '#domain/text/messages.ts'
import { CouldNotLoad } from '#web/shell/load-error.tsx'
import { Loading } from '#web/ui/loading.tsx'
import type { SessionState } from './use-session.ts'

/** While nobody knows who is signed in: the sentence, or what stands in the way of knowing. */
export function Undetermined({ session }: { session: Exclude<SessionState, { status: 'ready' }> }) {
  if (session.status === 'loading') return <Loading>{messages.loading}</Loading>
  return <CouldNotLoad problem={session.problem} retry={session.retry} />
}
