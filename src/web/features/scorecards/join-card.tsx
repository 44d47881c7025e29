import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readCode, showCode } from '#domain/scorecards/double-scoring.ts'
import { api } from '#web/lib/api.ts'
import { toProblem } from '#web/lib/request.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { Page, SkeletonCard, Skeletons } from '#web/ui/page.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { distancesInWords, roundInWords } from './card-text.ts'
import classes from './scorecard-page.module.css'

/** Joins someone else's card as second scorer, with a code that was scanned or is typed here. */
export function JoinCard({ code: given }: { code: string }) {
  const code = readCode(given)
  return (
    <Page title="Score for someone else">
      <Card as="section" className={classes.stack}>
        {code === null ? <CodeForm given={given} /> : <Invited key={code} code={code} />}
        <Link to="/scorecard" className={classes.link}>
          All scorecards
        </Link>
      </Card>
    </Page>
  )
}

function CodeForm({ given }: { given: string }) {
  const navigate = useNavigate()
  const [text, setText] = useState(given)
  const [missing, setMissing] = useState(given !== '')
  return (
    <form
      className={classes.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const code = readCode(text)
        setMissing(code === null)
        if (code !== null) void navigate({ to: '/scorecard', search: { join: showCode(code) } })
      }}
    >
      <TextField
        label="Code"
        description="On their scorecard, they tap “Score with a second phone” to get a code."
        value={text}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
        error={missing ? 'Enter the eight letters and digits, like K7QM-3XPD.' : undefined}
      />
      <ActionButton type="submit" tone="blue">
        Continue
      </ActionButton>
    </form>
  )
}

function Invited({ code }: { code: string }) {
  const navigate = useNavigate()
  const invitation = useQuery({
    queryKey: ['scorecard-invitation', code],
    queryFn: ({ signal }) => api.scorecardInvitation.get({ code }, { signal }),
    staleTime: 0,
    retry: false,
  })
  const accept = useIdempotentMutation(api.scorecardInvitation.accept, {
    onDone: ({ cardId }) => navigate({ to: '/scorecard', search: { card: cardId }, replace: true }),
  })
  const problem = invitation.error && toProblem(invitation.error)
  if (problem?.kind === 'refused')
    return (
      <>
        <ErrorNote error={problem} />
        <CodeForm given={showCode(code)} />
      </>
    )
  if (problem) return <ErrorNote error={problem} onRetry={invitation.refetch} pending={invitation.isFetching} />
  if (!invitation.data)
    return (
      <Skeletons label="Looking for the scorecard">
        <SkeletonCard height={6} />
      </Skeletons>
    )
  const { archer, setup } = invitation.data
  const facts = [setup.name, roundInWords(setup), setup.target, distancesInWords(setup)]
  return (
    <>
      <p>
        <strong>{archer}</strong> wants you to score for them: {facts.filter(Boolean).join(' · ')}. You both score each
        arrow, and compare after each end.
      </p>
      <ErrorNote error={accept.problem} onRetry={accept.retry} pending={accept.pending} />
      <ActionButton fullWidth tone="blue" pending={accept.pending} onClick={() => accept.act({ code })}>
        Start scoring
      </ActionButton>
    </>
  )
}
