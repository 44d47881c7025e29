import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { messages } from '#domain/messages.ts'
import { problemOf } from '#web/problem.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { Page } from '#web/ui/page.tsx'
import classes from './went-wrong.module.css'

/** A page that could not be shown at all: the sentence, a retry, the way home, and the details for whoever asks. */
export function WentWrong({ error, reset }: ErrorComponentProps) {
  const problem = problemOf(error)
  return (
    <Page title="Something went wrong" narrow>
      <div className={classes.stack}>
        <ErrorNote
          error={{ ...problem, message: problem.kind === 'offline' ? messages.serverTrouble : problem.message }}
        />
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
