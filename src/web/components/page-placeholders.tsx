import { IconCloudOff } from '@tabler/icons-react'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { messages } from '#domain/text/public-messages.ts'
import { isMissingChunk, reloadWhenReachable } from '#web/lib/lazy-code.ts'
import { type Problem, toProblem } from '#web/lib/request.ts'
import type { SessionState } from '#web/lib/use-session.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { Loading, Page } from '#web/ui/page.tsx'
import classes from './page-placeholders.module.css'

export function ErrorPage(props: ErrorComponentProps) {
  return isMissingChunk(props.error) ? <MissingCode /> : <Broken {...props} />
}

/** Replaces a page whose code failed to load: it loads once the device is online, or after a reload with the new build. */
export function MissingCode() {
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

/** A page that crashed: a sentence, a retry, the way home, and details on request. */
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
          <a href="/home">Home</a>
        </div>
        <details>
          <summary>Details</summary>
          <pre className={classes.details}>{error instanceof Error ? error.message : String(error)}</pre>
        </details>
      </div>
    </Page>
  )
}

type LoadErrorProps = { problem: Problem; retry: () => unknown; pending?: boolean }

/** Replaces a page whose data failed to load: why, and a retry. Being offline is no fault, and doesn't look like one. */
export function LoadError({ problem, retry, pending }: LoadErrorProps) {
  if (problem.kind === 'offline')
    return (
      <Page title="No connection" heading={<span className={classes.heading}>No connection</span>} narrow>
        <Card className={classes.offline}>
          <IconCloudOff className={classes.cloud} size={32} stroke={1.5} aria-hidden />
          <p role="status">{messages.pageNotSaved}</p>
          <ActionButton sends onClick={retry} pending={pending}>
            Try again
          </ActionButton>
        </Card>
      </Page>
    )
  return (
    <Page
      title="Something went wrong"
      heading={<span className={classes.heading}>This page couldn’t be loaded</span>}
      narrow
    >
      <ErrorNote error={problem} onRetry={retry} pending={pending} />
    </Page>
  )
}

/** Replaces a page whose code is loading. */
export function PagePending() {
  return <Loading>{messages.loading}</Loading>
}

/** Shown until the session is known: the loading text, or why it can't be loaded. */
export function SessionPending({ session }: { session: Exclude<SessionState, { status: 'ready' }> }) {
  if (session.status === 'loading') return <Loading>{messages.loading}</Loading>
  return <LoadError problem={session.problem} retry={session.retry} />
}
