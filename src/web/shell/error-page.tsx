import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { messages } from '#domain/text/messages.ts'
import { type Problem, toProblem } from '#web/lib/api-error.ts'
import { isMissingChunk, reloadWhenReachable } from '#web/lib/chunk-reload.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { Page } from '#web/ui/page.tsx'
import classes from './error-page.module.css'
import { LoadError } from './load-error.tsx'

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
