import type { Problem } from '#web/lib/api-error.ts'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { Page } from '#web/ui/page.tsx'

type CouldNotLoadProps = { problem: Problem; retry: () => unknown; pending?: boolean }

/** In place of a page whose data did not come: why, and one way on. */
export function LoadError({ problem, retry, pending }: CouldNotLoadProps) {
  return (
    <Page
      title={problem.kind === 'offline' ? 'No connection' : 'Something went wrong'}
      heading="This page couldn’t be loaded"
      narrow
    >
      <ErrorNote error={problem} onRetry={retry} pending={pending} />
    </Page>
  )
}
