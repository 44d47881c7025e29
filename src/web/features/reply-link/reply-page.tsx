import { Link, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { LinkedReply } from '#contract/reply-links.ts'
import { largestCar, smallestCar, usualCar } from '#domain/profile-limits.ts'
import { type Reply, replies, takesSpot } from '#domain/rsvp.ts'
import { replyLabels, replyMessages as text } from '#domain/text/reply-messages.ts'
import { AuthPage } from '#web/auth/auth-forms.tsx'
import classes from '#web/auth/auth-page.module.css'
import { readLinkToken } from '#web/auth/link-token.ts'
import { api } from '#web/lib/api.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import own from './reply-page.module.css'

/**
 * Where a reply link of an email leads, logged in or not. Opening it changes nothing, because email scanners open every
 * link, also with scripts; the button does.
 */
export function ReplyPage() {
  const [token] = useState(() => readLinkToken('reply'))
  if (token === null)
    return (
      <Around title={text.deadTitle} isDead>
        <FormMessage tone="warning" quiet>
          {text.missing}
        </FormMessage>
      </Around>
    )
  return <LinkedPractice token={token} />
}

function LinkedPractice({ token }: { token: string }) {
  const [found, setFound] = useState<LinkedReply | null>(null)
  const open = useIdempotentMutation(api.replyLinks.open, { onDone: setFound })
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens the link once
  useEffect(() => void open.act({ token }), [token])
  const { problem } = open

  if (found !== null) return <Ask token={token} found={found} onSaved={(saved) => setFound({ ...found, ...saved })} />
  if (problem?.kind !== 'refused')
    return (
      <Around title={text.title('')}>
        <ErrorNote error={problem} onRetry={open.retry} pending={open.pending} />
      </Around>
    )
  return (
    <Around title={text.deadTitle} isDead>
      <FormMessage tone="info" quiet>
        {problem.message}
      </FormMessage>
    </Around>
  )
}

type AskProps = {
  token: string
  found: LinkedReply
  onSaved: (saved: Pick<LinkedReply, 'spotsLeft' | 'waiting' | 'myAnswer' | 'myPosition' | 'hasCar'>) => void
}

function Ask({ token, found, onSaved }: AskProps) {
  const { as } = useSearch({ from: '/reply' })
  const [chosen, setChosen] = useState<Reply | null>(as ?? found.myAnswer)
  /** Whether all three replies are shown, or just the chosen one. */
  const [isChoosing, setChoosing] = useState(chosen === null)
  const [seats, setSeats] = useState<number | null>(usualCar)
  const answer = useIdempotentMutation(api.replyLinks.answer, {
    onDone(saved) {
      onSaved(saved)
      setChoosing(false)
    },
  })
  const { nameFirst, practice, hasCar, myAnswer } = found
  const needsCar = chosen === 'driver' && !hasCar
  const waits = takesSpot(chosen) && !takesSpot(myAnswer) && found.spotsLeft === 0
  // After the waitlist has stopped moving up, the same reply once more takes it.
  const isFree = found.myPosition !== null && found.spotsLeft !== null && found.spotsLeft > 0
  const isSaid = myAnswer !== null && myAnswer === chosen && !isChoosing && !isFree

  if (practice.cancelled)
    return (
      <Around title={text.canceledTitle} found={found}>
        <FormMessage tone="info" quiet>
          {text.canceled}
        </FormMessage>
      </Around>
    )
  return (
    <Around title={isSaid ? text.choose : text.title(nameFirst)} found={found}>
      {isSaid ? (
        <FormMessage
          tone="success"
          details={found.myPosition === null ? undefined : text.waitingWhy}
          actions={<ActionButton onClick={() => setChoosing(true)}>{text.change}</ActionButton>}
        >
          {found.myPosition === null ? text.said[myAnswer] : text.waiting(found.myPosition)}
        </FormMessage>
      ) : (
        <>
          {isChoosing ? (
            <Segmented
              legend={text.choose}
              value={chosen ?? ''}
              onChange={(reply) => setChosen(replies.find((each) => each === reply) ?? null)}
              options={replies.map((reply) => ({ value: reply as string, label: replyLabels[reply] }))}
            />
          ) : (
            chosen !== null && (
              <p className={own.chosen}>
                {text.choose}: <strong>{replyLabels[chosen]}</strong>{' '}
                <ActionButton tone="quiet" onClick={() => setChoosing(true)}>
                  {text.change}
                </ActionButton>
              </p>
            )
          )}
          {needsCar && (
            <NumberStepper
              id="carCapacity"
              label={text.seats}
              hint={text.seatsHelp}
              min={smallestCar}
              max={largestCar}
              value={seats}
              onChange={setSeats}
            />
          )}
          {waits && <p className={classes.hint}>{text.full(found.waiting)}</p>}
          <ErrorNote error={answer.problem} onRetry={answer.retry} pending={answer.pending} />
          {chosen !== null && (
            <ActionButton
              tone="gold"
              size="lg"
              fullWidth
              pending={answer.pending}
              onClick={() =>
                answer.act({ token, answer: chosen, ...(needsCar && seats !== null && { carCapacity: seats }) })
              }
            >
              {waits ? text.joinWaitlist : text.act[chosen]}
            </ActionButton>
          )}
        </>
      )}
    </Around>
  )
}

type AroundProps = { title: string; found?: LinkedReply; isDead?: boolean; children?: ReactNode }

function Around({ title, found, isDead, children }: AroundProps) {
  return (
    <AuthPage title={title}>
      <div className={classes.form}>
        {found && <Practice {...found} />}
        {children}
        {isDead ? (
          <Link to="/home" className={classes.way}>
            {text.toApp}
          </Link>
        ) : (
          <div className={classes.links}>
            <Link to="/home">{text.toApp}</Link>
            {found && found.nameFirst !== '' && <Link to="/login">{text.notYou(found.nameFirst)}</Link>}
          </div>
        )}
      </div>
    </AuthPage>
  )
}

function Practice({ practice, spotsLeft, replyBy, isLate }: LinkedReply) {
  return (
    <div className={own.practice}>
      <h2 className={own.title}>
        <bdi>{practice.title}</bdi>
      </h2>
      <p>{practice.when}</p>
      {practice.location !== '' && (
        <p>
          <bdi>{practice.location}</bdi>
        </p>
      )}
      {!practice.cancelled && (
        <>
          {replyBy !== null && (
            <p className={classes.hint}>{isLate ? text.lateAfter(replyBy) : text.replyBy(replyBy)}</p>
          )}
          {spotsLeft !== null && spotsLeft > 0 && <p className={classes.hint}>{text.spotsLeft(spotsLeft)}</p>}
        </>
      )}
    </div>
  )
}
