import { IconBow, IconCalendarX, IconCar, IconCloudOff, IconHourglass } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import type { PracticeCard } from '#contract/practices.ts'
import { clubBowsInWords } from '#domain/club-bows.ts'
import { type Reply, takesSpot } from '#domain/rsvp.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { waitingMessages } from '#domain/text/waitlist-messages.ts'
import { useHomeDialog } from '#web/features/home/use-home-dialog.ts'
import type { Problem } from '#web/lib/api-error.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { FormMessage } from '#web/ui/form-message.tsx'
import { ToggleButton } from '#web/ui/toggle-button.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'
import type { CalendarPractice } from './calendar-link.ts'
import classes from './rsvp-buttons.module.css'
import { countsText, isFull, type RsvpPractice, spotsText } from './rsvp-text.ts'
import { useRsvp } from './use-rsvp.ts'

const replies: { reply: Reply; label: string; icon: ReactNode }[] = [
  { reply: 'archer', label: 'Archer', icon: <IconBow size={20} stroke={1.75} aria-hidden /> },
  { reply: 'driver', label: 'Driver', icon: <IconCar size={20} stroke={1.75} aria-hidden /> },
  { reply: 'cant-come', label: 'Can’t come', icon: <IconCalendarX size={20} stroke={1.75} aria-hidden /> },
]

type RsvpButtonsProps = {
  practice: RsvpPractice & CalendarPractice & Pick<PracticeCard, 'clubBows'>
  hasCar: boolean
  /** The dialog in which they stand, if any. */
  over?: 'upcoming'
}

/** Archer, driver, or can’t come, one at a time; "Clear" withdraws the reply. Below, who comes, and a way to note it. */
export function RsvpButtons({ practice, hasCar, over }: RsvpButtonsProps) {
  const rsvp = useRsvp(practice, { quiet: over !== undefined })
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
    // The button goes with the reply; the keyboard stays with the practice.
    chosen.current?.focus()
    void rsvp.choose(null)
  }

  return (
    <div className={classes.rsvp}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would read its legend before each button */}
      <div role="group" aria-label={`RSVP for ${practice.title}`} className={classes.buttons}>
        {replies.map(({ reply, label, icon }) => (
          <ToggleButton
            key={reply}
            ref={myAnswer === reply ? chosen : undefined}
            pressed={myAnswer === reply}
            icon={icon}
            waiting={rsvp.waiting !== null}
            onClick={() => press(reply)}
          >
            {label}
          </ToggleButton>
        ))}
        {myAnswer !== null && (
          <ActionButton
            tone="quiet"
            className={classes.clear}
            label={`Clear your RSVP for ${practice.title}`}
            onClick={clear}
          >
            Clear
          </ActionButton>
        )}
      </div>
      {/* Always there, so that what it says later is heard. */}
      <div role="status" className={classes.turn}>
        {rsvp.waiting && (
          <p className={classes.waits}>
            <IconCloudOff size={18} stroke={1.75} aria-hidden />
            {rsvp.kept ? whyItWaits(rsvp.waiting) : memberMessages.answerNotKept}
          </p>
        )}
        {(myPosition !== null || (!takesSpot(myAnswer) && isFull(rsvp.practice))) && (
          <p className={classes.waits} data-mine={myPosition !== null}>
            <IconHourglass size={18} stroke={1.75} aria-hidden />
            {myPosition === null ? waitingMessages.answerWillWait : waitingMessages.waitingAt(myPosition)}
          </p>
        )}
      </div>
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

function whyItWaits({ kind }: Problem) {
  return kind === 'trouble' ? memberMessages.answerWaitsForServer : memberMessages.answerWaits
}
