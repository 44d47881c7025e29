import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { messages } from '#domain/text/messages.ts'
import { isMissingChunk, reloadWhenReachable } from '#web/lib/lazy-code.ts'
import { type Problem, toProblem } from '#web/lib/request.ts'
import type { SessionState } from '#web/lib/use-session.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { Loading, Page } from '#web/ui/page.tsx'
import classes from './page-placeholders.module.css'

export function ErrorPage(props: ErrorComponentProps) {
  return isMissingChunk(props.error) ? <Missing /> : <Broken {...props} />
}

/** A page whose code did not come: it comes with the connection, or with the new build. */
function Missing() {
  const [pending, setPending] = useState(false)
  const [missing, setMissing] = useState(false)

  async function again() {
    setPending(true)
    const why = await reloadWhenReachable({ asked: true })
    if (why === null) return
    setMissing(why === 'missing')
    setPending(false)
  }

  useEffect(() => {
    const now = async () => setMissing((await reloadWhenReachable()) === 'missing')
    void now()
    window.addEventListener('online', now)
    return () => window.removeEventListener('online', now)
  }, [])

  const problem: Problem = missing
    ? { kind: 'trouble', message: messages.serverTrouble }
    : { kind: 'offline', message: messages.offline }
  return <LoadError problem={problem} retry={again} pending={pending} />
}

/** A page that could not be shown at all: the sentence, a retry, the way home, and the details for whoever asks. */
function Broken({ error, reset }: ErrorComponentProps) {
  const problem = toProblem(error)
  return (
    <Page title="Something went wrong" narrow>
      <div className={classes.stack}>
        <ErrorNote error={problem} />
        <div className={classes.actions}>
          <ActionButton tone="gold" onClick={reset}>
            Try again
          </ActionButton>
          <Link to="/home" reloadDocument>
            Home
          </Link>
        </div>
        <details>
          <summary>Details</summary>
          <pre className={classes.details}>{error instanceof Error ? error.message : String(error)}</pre>
        </details>
      </div>
    </Page>
  )
}

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

/** In place of a page whose code is on its way. */
export function PagePending() {
  return <Loading>{messages.loading}</Loading>
}

/** While nobody knows who is signed in: the sentence, or what stands in the way of knowing. */
export function SessionPending({ session }: { session: Exclude<SessionState, { status: 'ready' }> }) {
  if (session.status === 'loading') return <Loading>{messages.loading}</Loading>
  return <LoadError problem={session.problem} retry={session.retry} />
}

/** Leads on to a path that is only known as text, in place of the present entry of the history. */
export function Redirect({ path }: { path: string }) {
  const { history } = useRouter()
  useEffect(() => history.replace(path), [history, path])
  return <Loading>{messages.loading}</Loading>
}
