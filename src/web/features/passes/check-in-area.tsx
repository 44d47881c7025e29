import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import type { Home } from '#contract/home.ts'
import { checkInRefusals, memberMessages } from '#domain/text/member-messages.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { send, useOfflineQueue, withdraw } from '#web/lib/offline-queue/offline-queue.ts'
import { entryStatus } from '#web/lib/offline-queue/queue-rules.ts'
import { withFallbackMessage } from '#web/lib/request.ts'
import { toast } from '#web/lib/toast.ts'
import { useClub } from '#web/lib/use-session.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import classes from './check-in-area.module.css'
import { type UsePass, useUsePass } from './use-pass-action.ts'

/** The code of a practice that needs one. */
export type GivenCode = { code: string; codeStep?: number }

type CheckInAreaProps = {
  home: Home
  live: NonNullable<Home['live']>
  checkIn: CheckIn
  usePass: UsePass
  /** Where the code is typed: what was typed, or null after saying that it is incomplete. Elsewhere, Check In leads there. */
  readCode?: () => GivenCode | null
  /** Above the button. */
  field?: ReactNode
  /** After a check-in. */
  onDone?: () => void
  /** On My Pass. */
  onPass?: boolean
}

/** Check In on other screens than Home, for example below the pass. */
export function CheckInHere({ home, live }: Pick<CheckInAreaProps, 'home' | 'live'>) {
  const checkIn = useCheckIn()
  const usePass = useUsePass()
  return (
    <>
      <CheckInArea home={home} live={live} checkIn={checkIn} usePass={usePass} onPass />
      {checkInProblem({ live, checkIn, usePass })}
    </>
  )
}

/** Ready, pending, checked in, or blocked with the reason and what to do. */
export function CheckInArea({ home, live, checkIn, usePass, readCode, field, onDone, onPass }: CheckInAreaProps) {
  const navigate = useNavigate()
  const times = useClubTimes()
  const done = useRef<HTMLParagraphElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const focusNext = useRef<'done' | 'used' | 'canceled' | null>(null)
  const reasonId = useId()
  const { checkedInAt, practice, checkInMode } = live
  const { pass } = home
  const blocked = pass.current === 'none'
  const usesPass = blocked && pass.dayPasses > 0
  const waiting = checkIn.waitingUntil !== null
  const passWaits = usePass.waitingUntil !== null

  // The pressed button is gone: focus its result.
  useEffect(() => {
    const next = focusNext.current
    if (next === 'done' && checkedInAt !== null) done.current?.focus()
    else if ((next === 'used' && !blocked) || (next === 'canceled' && !passWaits)) button.current?.focus()
    else return
    focusNext.current = null
  }, [checkedInAt, blocked, passWaits])

  function takeBack() {
    focusNext.current = passWaits ? 'canceled' : null
    checkIn.cancel()
    usePass.cancel()
    button.current?.focus()
  }

  async function spend() {
    checkIn.clear()
    focusNext.current = 'used'
    if ((await usePass.spend()) === null) focusNext.current = null
  }

  async function press() {
    usePass.clear()
    if (checkInMode === 'code' && !readCode) return navigate({ to: '/check-in' })
    const code = readCode?.() ?? null
    if (readCode && code === null) return
    focusNext.current = 'done'
    const settled = await checkIn.checkIn(practice.id, { ...(usesPass && { usePass: true }), ...code })
    if (settled === null) {
      focusNext.current = null
      return
    }
    const { lateCode, dayPassesLeft } = settled.output
    if (!settled.waited && lateCode) toast({ text: memberMessages.checkedInLate })
    if (!settled.waited && dayPassesLeft !== undefined) toast({ text: memberMessages.checkedInWithPass(dayPassesLeft) })
    onDone?.()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!checkIn.pending && !waiting && (!blocked || usesPass)) void press()
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
  const byOfficer = checkInMode === 'officer'
  const Area = readCode ? 'form' : 'div'
  return (
    <Area
      className={classes.area}
      data-blocked={blocked || undefined}
      {...(readCode && { noValidate: true, onSubmit: submit })}
    >
      {field}
      {byOfficer && (
        <p className={classes.officer}>
          <strong>{memberMessages.officerChecksIn}</strong>
          {!onPass && !blocked && <Link to="/my-pass">{memberMessages.showMyPass}</Link>}
        </p>
      )}
      {/* A pass comes first: a check-in can't arrive before it. */}
      {!byOfficer && !(passWaits && blocked) && (
        <ActionButton
          ref={button}
          tone={waiting ? 'plain' : 'gold'}
          size="lg"
          fullWidth
          pending={checkIn.pending || waiting}
          reason={blocked && !usesPass && !waiting ? '' : null}
          aria-describedby={reasonId}
          {...(readCode ? { type: 'submit' } : { onClick: press })}
        >
          {waiting
            ? memberMessages.waitingForConnection
            : usesPass
              ? memberMessages.passAndCheckIn(pass.dayPasses)
              : 'Check In'}
        </ActionButton>
      )}
      {checkIn.waitingUntil !== null && (
        <Waiting onCancel={takeBack}>
          <span id={reasonId}>
            {(checkIn.usesPass ? memberMessages.notUsedAndCheckedInYet : memberMessages.notCheckedInYet)(
              times.clock(checkIn.waitingUntil),
            )}
          </span>
        </Waiting>
      )}
      {usePass.waitingUntil !== null && (
        <Waiting onCancel={takeBack}>{memberMessages.passNotUsedYet(times.clock(usePass.waitingUntil))}</Waiting>
      )}
      {!waiting && !passWaits && (
        <div className={classes.below}>
          <p id={reasonId} role="status" className={classes.reason}>
            {blocked && <span data-strong={!usesPass || undefined}>{checkInRefusals['no-valid-pass']}</span>}{' '}
            {blocked && !usesPass ? <NoPass /> : !(byOfficer && blocked) && memberMessages.checkInCosts(home.balance)}
          </p>
          {usesPass && (
            <ActionButton
              tone={byOfficer ? 'gold' : 'quiet'}
              {...(!byOfficer && { className: classes.alone })}
              pending={usePass.pending}
              onClick={spend}
            >
              Use Pass
            </ActionButton>
          )}
        </div>
      )}
      {blocked && !usesPass && !waiting && <BuyPass />}
    </Area>
  )
}

function NoPass() {
  const store = useClub()?.storeLinks.passes ?? null
  return store === null ? memberMessages.askForPass : memberMessages.noDayPassesLeft
}

/** Whether the check-in area itself offers to buy a pass, because there is none left to check in with. */
export const offersBuyPass = ({ live, pass }: Home) =>
  live !== null && live.checkedInAt === null && pass.current === 'none' && pass.dayPasses === 0

function BuyPass() {
  const store = useClub()?.storeLinks.passes ?? null
  if (store === null) return null
  return (
    <ExternalLink href={store} look="large-button" gold>
      Buy Pass
    </ExternalLink>
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
  if (problem) return <ErrorNote error={problem} onRetry={checkIn.again} pending={checkIn.pending} />
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
    /** Whether the check-in that is on its way or failed uses a day pass. */
    usesPass: entry?.kind === 'checkIn' && entry.input.usePass === true,
    /** Resolves when it has succeeded or can't succeed any longer. */
    checkIn: (practiceId: string, how: { usePass?: true; code?: string; codeStep?: number }) =>
      send('checkIn', { practiceId, ...how }, { title: 'Check In' }),
    /** Sends what failed once more. */
    again: async () => {
      if (entry?.kind === 'checkIn') await send('checkIn', entry.input, { title: 'Check In' })
    },
    clear: () => state.problem && entry && withdraw(entry),
    cancel: () => entry && withdraw(entry),
  }
}
