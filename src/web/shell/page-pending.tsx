import { messages } from '#domain/text/messages.ts'
import { Loading } from '#web/ui/loading.tsx'

/** In place of a page whose code is on its way. */
export function PagePending() {
  return <Loading>{messages.loading}</Loading>
}
