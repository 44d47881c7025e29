import { IconBow, IconCalendarPlus, IconCalendarX, IconCar, IconCloudOff, IconHourglass } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { GoingMember, PracticeCard } from '#contract/practices.ts'
import { clubBowsInWords } from '#domain/club-bows.ts'
import { inLine } from '#domain/isolated-text.ts'
import { type Reply, type RsvpKind, takesSpot } from '#domain/rsvp.ts'
import { memberMessages, waitingMessages } from '#domain/text/member-messages.ts'
import { useHomeDialog } from '#web/addresses/use-address-dialog.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { useLazy } from '#web/lib/lazy-code.ts'
import { isOnDevice, send, sendAll, useOfflineQueue, withdraw } from '#web/lib/offline-queue/offline-queue.ts'
import type { Entry } from '#web/lib/offline-queue/queue-rules.ts'
import type { Problem } from '#web/lib/request.ts'
import { serverNow, useNow } from '#web/lib/server-clock.ts'
import { toast } from '#web/lib/toast.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { FormMessage } from '#web/ui/form-message.tsx'
import { ToggleButton } from '#web/ui/toggle-button.tsx'
import calendarClasses from './add-to-calendar.module.css'
import type { CalendarPractice } from './calendar-link.ts'
import { ReplyDeadline } from './reply-deadline.tsx'
import classes from './rsvp-buttons.module.css'
import {
  countsText,
  isFull,
  type Rsvp,
  type RsvpPractice,
  savedCard,
  savedText,
  spotsText,
  waitOf,
  withRsvp,
} from './rsvp-changes.ts'
import { askToShowGoing } from './show-going.ts'
import { ShowGoingQuestion } from './show-going-question.tsx'
import { WhoIsGoing } from './who-is-going.tsx'

type Choice = { reply: Reply; label: string; icon: ReactNode }

const archer: Choice = { reply: 'archer', label: 'Archer', icon: <IconBow size={20} stroke={1.75} aria-hidden /> }
const driver: Choice = { reply: 'driver', label: 'Driver', icon: <IconCar size={20} stroke={1.75} aria-hidden /> }
const cantCome: Choice = {
  reply: 'cant-come',
  label: 'Can’t come',
  icon: <IconCalendarX size={20} stroke={1.75} aria-hidden />,
}

type RsvpButtonsProps = {
  practice: RsvpPractice & CalendarPractice & Pick<PracticeCard, 'clubBows'> & { going?: GoingMember[] }
  hasCar: boolean
  /** The dialog that contains the buttons, if any. */
  over?: 'upcoming'
  /** Asks whether the member is coming, or says what they replied. */
  asks?: boolean
  /** In a list: in one row, without icons. */
  compact?: boolean
}

/**
 * Archer, driver, or can't come, one at a time; "Clear" withdraws the RSVP. Below: who is going, and Add to calendar.
 */
export function RsvpButtons({ practice, hasCar, over, asks, compact }: RsvpButtonsProps) {
  const now = useNow('minute')
  const rsvp = useRsvp(practice, now, { quiet: over !== undefined })
  const dialog = useHomeDialog()
  const { myAnswer, myPosition } = rsvp.practice
  const places = spotsText(rsvp.practice)
  const bows = practice.clubBows && clubBowsInWords(practice.clubBows)
  const chosen = useRef<HTMLButtonElement>(null)
  const askForCar = () => dialog.open({ open: 'car', practice: practice.id, over })

  function press(reply: Reply) {
    if (reply === myAnswer) return
    if (reply === 'driver' && !hasCar) askForCar()
    else void rsvp.choose(reply)
  }

  function clear() {
    // The button disappears along with the RSVP; the focus stays with the practice.
    chosen.current?.focus()
    void rsvp.choose(null)
  }

  const toggle = ({ reply, label, icon }: Choice) => (
    <ToggleButton
      key={reply}
      ref={myAnswer === reply ? chosen : undefined}
      pressed={myAnswer === reply}
      icon={!compact && icon}
      waiting={rsvp.waiting !== null}
      waitlisted={myPosition !== null && takesSpot(reply)}
      onClick={() => press(reply)}
    >
      {label}
    </ToggleButton>
  )

  return (
    <div className={classes.rsvp}>
      {asks && (
        <p className={classes.question}>
          {rsvp.waiting !== null || myPosition !== null ? memberMessages.areYouGoing : replyInWords(myAnswer)}
        </p>
      )}
      <ReplyDeadline practice={rsvp.practice} now={now} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would read its legend before each button */}
      <div
        role="group"
        aria-label={inLine`RSVP for ${practice.title}`}
        className={classes.buttons}
        data-compact={compact || undefined}
      >
        {[archer, driver].map(toggle)}
        {/* "Clear" is never alone in a row. */}
        <div className={classes.last}>
          {toggle(cantCome)}
          {myAnswer !== null && (
            <ActionButton
              tone="quiet"
              className={classes.clear}
              label={inLine`Clear your RSVP for ${practice.title}`}
              onClick={clear}
            >
              Clear
            </ActionButton>
          )}
        </div>
      </div>
      {/* Always mounted, so that screen readers announce later changes. */}
      <div role="status" className={classes.turn}>
        {rsvp.waiting && (
          <p className={classes.waits}>
            <IconCloudOff size={18} stroke={1.75} aria-hidden />
            {rsvp.kept ? whyItWaits(rsvp.waiting) : memberMessages.answerNotKept}
          </p>
        )}
        {myPosition !== null && takesSpot(myAnswer) ? (
          <Waiting
            practice={rsvp.practice}
            position={myPosition}
            now={now}
            onTake={() => {
              // The button disappears along with the wait.
              chosen.current?.focus()
              void rsvp.take(myAnswer)
            }}
          />
        ) : (
          !takesSpot(myAnswer) &&
          isFull(rsvp.practice, now) && (
            <p className={classes.waits}>
              <IconHourglass size={18} stroke={1.75} aria-hidden />
              {waitingMessages.answerWillWait}
            </p>
          )
        )}
      </div>
      <ShowGoingQuestion practiceId={practice.id} isGoing={takesSpot(myAnswer) && myPosition === null} />
      {rsvp.problem?.reason === 'no-car' ? (
        <FormMessage tone="error" actions={<ActionButton onClick={askForCar}>Add your car</ActionButton>}>
          {rsvp.problem.message}
        </FormMessage>
      ) : (
        rsvp.problem && (
          <FormMessage tone="error" onDismiss={rsvp.dismiss}>
            {rsvp.problem.message}
          </FormMessage>
        )
      )}
      <WhoIsGoing practice={rsvp.waiting === null ? rsvp.practice : practice} over={over} />
      <AddToCalendar practice={practice}>
        <p className={classes.counts}>
          {countsText(rsvp.practice)}
          {bows && <span className={classes.places}>{bows}</span>}
          {places !== null && <span className={classes.places}>{places}</span>}
        </p>
      </AddToCalendar>
    </div>
  )
}

type WaitingProps = { practice: RsvpPractice; position: number; now: number; onTake: () => void }

/** The member's position on the waitlist, and after the club's cut-off the spot that they can take. */
function Waiting({ practice, position, now, onTake }: WaitingProps) {
  const times = useClubTimes()
  const wait = waitOf(practice, now)
  const until = practice.promotesUntil ?? null
  return (
    <div className={classes.waits} data-mine>
      <IconHourglass size={18} stroke={1.75} aria-hidden />
      <p className={classes.position}>
        <strong>{wait === 'free' ? waitingMessages.spotFree : waitingMessages.waitlisted(position)}</strong>{' '}
        <span>
          {wait === 'free'
            ? waitingMessages.spotFreeMeaning
            : wait === 'over'
              ? waitingMessages.waitingForFree(position)
              : until === null
                ? waitingMessages.waitingAt(position)
                : waitingMessages.waitingUntil(position, times.inSentence(Date.parse(until), now))}
        </span>
      </p>
      {wait === 'free' && (
        <ActionButton
          className={classes.take}
          label={inLine`${waitingMessages.takeSpot}: a spot at ${practice.title}`}
          onClick={onTake}
        >
          {waitingMessages.takeSpot}
        </ActionButton>
      )}
    </div>
  )
}

function replyInWords(answer: Rsvp) {
  if (answer === null) return memberMessages.areYouGoing
  return answer === 'cant-come' ? memberMessages.youCantCome : memberMessages.rsvpSaved[answer]
}

function whyItWaits({ kind }: Problem) {
  return kind === 'trouble' ? memberMessages.answerWaitsForServer : memberMessages.answerWaits
}

type AddToCalendarProps = { practice: CalendarPractice; children: ReactNode }

/** Adds one practice to the member's own calendar: two links behind a button at the end of a row. */
function AddToCalendar({ practice, children }: AddToCalendarProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const times = useClubTimes()
  const links = useLazy(() => import('./calendar-links.tsx'), {
    asked: open,
    onMissing: () => setOpen(false),
    ahead: true,
  })
  const day = times.date(practice.startsOn, Date.parse(practice.startsAt))
  return (
    <div className={calendarClasses.add}>
      {children}
      <ActionButton
        tone="quiet"
        className={calendarClasses.button}
        icon={<IconCalendarPlus size={20} stroke={1.75} aria-hidden />}
        label={inLine`Add to calendar: ${practice.title}, ${day}`}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        Add to calendar
      </ActionButton>
      <ul id={id} className={calendarClasses.links} hidden={!open}>
        {links && <links.CalendarLinks practice={practice} />}
      </ul>
    </div>
  )
}

/**
 * The member's RSVP to one practice. Optimistic: it shows right away and is sent in order, so that the last of several
 * quick taps wins. Offline it waits on the device and says so; if it's refused, the server's value is restored.
 * @param quiet no toast, as in a dialog, which would cover it
 */
function useRsvp<P extends RsvpPractice>(practice: P, now: number, { quiet = false } = {}) {
  const entries = useOfflineQueue().filter((entry) => isAbout(entry, practice.id))
  const last = entries.at(-1)
  const failed = last?.state === 'failed' ? last : null
  // A new RSVP invalidates the toast of the previous one and its Undo.
  const dismissToast = useRef(() => {})
  /** The server's value before a series of quick taps. */
  const before = useRef<Rsvp>(null)

  async function choose(answer: Rsvp, { undoing = false } = {}) {
    dismissToast.current()
    if (takesSpot(answer) && withRsvp(practice, answer, serverNow()).myPosition === null) askToShowGoing(practice.id)
    const saved = savedCard(practice.id)?.myAnswer ?? null
    if (last === undefined || failed) before.current = saved
    const settled = await send('answer', { practiceId: practice.id, answer }, { title: practice.title, saved })
    // Superseded by a later tap, refused, or sent later, which the offline queue reports itself.
    if (settled === null || settled.waited || quiet || before.current === answer) return
    const from = before.current
    const undo = { label: 'Undo', onClick: () => void choose(from, { undoing: true }) }
    const text = savedText(answer, settled.output.myPosition)
    dismissToast.current = toast({ text, ...(!undoing && { action: undo }) })
  }

  /** The same reply again takes a free spot after the cut-off. Pages announce a spot that was waited for (use-spot-notice.ts). */
  async function take(answer: RsvpKind) {
    dismissToast.current()
    const settled = await send('answer', { practiceId: practice.id, answer }, { title: practice.title })
    const position = settled?.waited === false ? settled.output.myPosition : null
    if (position !== null) dismissToast.current = toast({ text: waitingMessages.spotGone(position) })
  }

  return {
    /** With the RSVP as shown now; while it waits, the counts don't change, because no one else can see it yet. */
    practice: withLastRsvp(practice, failed ? undefined : last, now),
    choose,
    take,
    /** Why it has not been sent yet, or null. */
    waiting: last?.state === 'waiting' ? last.problem : null,
    /** Stored on the device, so it survives closing the page. */
    kept: last !== undefined && isOnDevice(last),
    problem: failed?.problem ?? null,
    dismiss: () => failed && withdraw(failed),
    retry: sendAll,
    pending: last?.state === 'sending',
  }
}

function isAbout(entry: Entry, practiceId: string): entry is Entry<'answer'> {
  return entry.kind === 'answer' && entry.input.practiceId === practiceId
}

function withLastRsvp<P extends RsvpPractice>(practice: P, last: Entry<'answer'> | undefined, now: number): P {
  if (last === undefined) return practice
  const { answer } = last.input
  if (last.state !== 'waiting') return withRsvp(practice, answer, now)
  return { ...practice, myAnswer: answer, myPosition: takesSpot(answer) ? practice.myPosition : null }
}
