import { type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import type { Home } from '#contract/home.ts'
import { checkInRefusals, memberMessages } from '#domain/text/member-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import type { UsePass } from '#web/features/passes/use-pass-action.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { send, useOfflineQueue, withdraw } from '#web/lib/offline-queue/offline-queue.ts'
import { entryStatus } from '#web/lib/offline-queue/queue-rules.ts'
import { withFallbackMessage } from '#web/lib/request.ts'
import { useClub } from '#web/lib/use-session.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import classes from './check-in-area.module.css'

type CheckInAreaProps = { home: Home; live: NonNullable<Home['live']>; checkIn: CheckIn; usePass: UsePass }

/** Ready, pending, checked in, or blocked with the reason and what to do. */
export function CheckInArea({ home, live, checkIn, usePass }: CheckInAreaProps) {
  const times = useClubTimes()
  const done = useRef<HTMLParagraphElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const fix = useRef<HTMLButtonElement>(null)
  const focusNext = useRef<'done' | 'button' | null>(null)
  const reasonId = useId()
  const { checkedInAt, practice } = live
  const { pass } = home
  const blocked = pass.current === 'none'

  // The pressed button is gone: focus its result.
  useEffect(() => {
    if (focusNext.current === 'done' && checkedInAt !== null) done.current?.focus()
    else if (focusNext.current === 'button' && !blocked) button.current?.focus()
    else return
    focusNext.current = null
  }, [checkedInAt, blocked])

  const waiting = checkIn.waitingUntil !== null
  const passWaits = usePass.waitingUntil !== null

  function takeBack() {
    checkIn.cancel()
    usePass.cancel()
    const pressed = passWaits ? fix : button
    pressed.current?.focus()
  }

  async function press() {
    usePass.clear()
    focusNext.current = 'done'
    if ((await checkIn.checkIn(practice.id)) === null) focusNext.current = null
  }

  async function spend() {
    checkIn.clear()
    focusNext.current = 'button'
    if ((await usePass.spend()) === null) focusNext.current = null
  }

  if (checkedInAt !== null)
    return (
      <p ref={done} tabIndex={-1} className={classes.done}>
        <span>
          Checked in <span aria-hidden>✓</span>
        </span>{' '}
        <time dateTime={checkedInAt}>
          {times.moment(Date.parse(checkedInAt), times.dayOf(Date.parse(practice.startsAt)))}
        </time>
      </p>
    )
  return (
    <div className={classes.area} data-blocked={blocked || undefined}>
      <div className={classes.buttons}>
        {/* A pass comes first: until then there's room for one button, and nothing else to do. */}
        {!(passWaits && blocked) && (
          <ActionButton
            ref={button}
            tone="gold"
            size="lg"
            fullWidth
            pending={checkIn.pending || waiting}
            reason={blocked && !waiting ? '' : null}
            aria-describedby={blocked || waiting ? reasonId : undefined}
            onClick={press}
          >
            {waiting ? memberMessages.waitingForConnection : 'Check In'}
          </ActionButton>
        )}
        {blocked && !waiting && <PassFix ref={fix} dayPasses={pass.dayPasses} usePass={usePass} onUse={spend} />}
      </div>
      {checkIn.waitingUntil !== null && (
        <Waiting onCancel={takeBack}>
          <span id={reasonId}>{memberMessages.notCheckedInYet(times.clock(checkIn.waitingUntil))}</span>
        </Waiting>
      )}
      {usePass.waitingUntil !== null && (
        <Waiting onCancel={takeBack}>{memberMessages.passNotUsedYet(times.clock(usePass.waitingUntil))}</Waiting>
      )}
      {blocked && !waiting && !passWaits && (
        <p id={reasonId} role="status" className={classes.reason}>
          <strong>{checkInRefusals['no-valid-pass']}</strong> <PassesLeft dayPasses={pass.dayPasses} />
        </p>
      )}
    </div>
  )
}

/** A check-in that waits for a connection, its deadline, and a way to cancel it. */
function Waiting({ onCancel, children }: { onCancel: () => void; children: ReactNode }) {
  return (
    <div className={classes.waiting}>
      <p role="status" className={classes.reason}>
        {children}
      </p>
      <ActionButton onClick={onCancel}>Cancel</ActionButton>
    </div>
  )
}

type PassFixProps = {
  ref: Ref<HTMLButtonElement>
  dayPasses: number
  usePass: UsePass
  onUse: () => Promise<void>
}

function PassFix({ ref, dayPasses, usePass: { pending, waitingUntil }, onUse }: PassFixProps) {
  const store = useClub()?.storeLinks.passes ?? null
  if (dayPasses > 0)
    return (
      <ActionButton
        ref={ref}
        tone="gold"
        size="lg"
        fullWidth
        pending={pending || waitingUntil !== null}
        onClick={onUse}
      >
        {waitingUntil === null ? 'Use Pass' : memberMessages.waitingForConnection}
      </ActionButton>
    )
  if (store === null) return null
  return (
    <ExternalLink href={store} look="large-button" gold>
      Buy Pass
    </ExternalLink>
  )
}

function PassesLeft({ dayPasses }: { dayPasses: number }) {
  const store = useClub()?.storeLinks.passes ?? null
  if (dayPasses > 0) return <>{count(dayPasses, 'day pass', 'day passes')} left.</>
  return <>{store === null ? memberMessages.askForPass : memberMessages.noDayPassesLeft}</>
}

type CheckInProblemProps = { live: Home['live']; checkIn: CheckIn; usePass: UsePass }

/** The problem with Check In or Use Pass, unless it has been resolved or expired since. */
export function checkInProblem({ live, checkIn, usePass }: CheckInProblemProps) {
  const open = live !== null && live.checkedInAt === null
  const { problem } = checkIn
  if (problem?.kind === 'refused')
    return (
      <FormMessage tone="error" onDismiss={checkIn.clear}>
        {problem.message}
      </FormMessage>
    )
  if (!open) return null
  if (problem)
    return <ErrorNote error={problem} onRetry={() => checkIn.checkIn(live.practice.id)} pending={checkIn.pending} />
  if (usePass.problem === null) return null
  const again = usePass.problem.kind === 'refused' ? undefined : usePass.spend
  return <ErrorNote error={usePass.problem} onRetry={again} pending={usePass.pending} />
}

type CheckIn = ReturnType<typeof useCheckIn>

/** In the offline queue, not in the live panel, so a refusal stays readable when the panel is gone. */
export function useCheckIn() {
  const entry = useOfflineQueue().find(({ kind }) => kind === 'checkIn')
  const state = entryStatus(entry)
  return {
    ...state,
    problem: state.problem && withFallbackMessage(state.problem, memberMessages.checkInFailed),
    /** Resolves when it has succeeded or can't succeed any longer. */
    checkIn: (practiceId: string) => send('checkIn', { practiceId }, { title: 'Check In' }),
    clear: () => state.problem && entry && withdraw(entry),
    cancel: () => entry && withdraw(entry),
  }
}
