import type { ReactNode } from 'react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { inLine } from '#domain/isolated-text.ts'
import type { PassName } from '#domain/passes.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { SellButton } from '#web/features/door-sales/sell-button.tsx'
import { Balance } from '#web/features/practices/balance.tsx'
import { api } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { EmailRow } from './add-person.tsx'
import { emailAdded } from './email-added.ts'
import { refreshRecord } from './manage-practices-query.ts'
import classes from './people.module.css'
import { PersonRow } from './person-row.tsx'
import { useReasonPrompt } from './reason-prompt.tsx'

type Practice = PracticeRecord['practice']

const verbOf = ({ state }: Practice) => (state === 'live' ? 'Check In' : 'Add')
const whenOf = ({ state }: Practice) => (state === 'live' ? 'live' : 'over')

type Held = { pass: PassName; dayPasses: number }

/** `Carpool Range Pass`, `5 day passes` that could be used, or `No pass`. */
function passInWords({ pass, dayPasses }: Held) {
  if (pass !== 'none') return pass
  return dayPasses === 0 ? 'No pass' : count(dayPasses, 'day pass', 'day passes')
}

type HeldNoteProps = { held: Held & { balance: number }; isDriver?: boolean }

/** What an officer needs to know at the door: `Driver · 2 day passes · ✓ 3 paid practices left`. */
export function HeldNote({ held, isDriver }: HeldNoteProps) {
  return (
    <>
      {isDriver && 'Driver · '}
      {passInWords(held)} {/* The previous release, which may answer during an update, doesn't say it. */}
      {Boolean(held.balance) && (
        <span className={classes.balance}>
          <Balance balance={held.balance} whole />
        </span>
      )}
    </>
  )
}

type EnterPersonProps = {
  practice: Practice
  person: { id: string; name: string; email: string; pictureUrl: string }
  held: Held
  note: ReactNode
  /** More to do with the person, below the row. */
  more?: ReactNode
  /** Sells something to them, where that's possible. */
  onSell?: ((memberId: string) => void) | undefined
  onDone?: () => void
}

/** What asks for a reason; null if none is needed. */
function whyOf({ state }: Practice, { pass, dayPasses }: Held) {
  if (state === 'over') return officerMessages.reasonNeeded.over
  if (pass !== 'none') return null
  return dayPasses === 0 ? officerMessages.reasonNeeded.live : officerMessages.dayPassUnused(dayPasses)
}

/** A member who isn't on the list of attendees, and the button that puts them there. */
export function EnterPerson({ practice, person, held, note, more, onSell, onDone }: EnterPersonProps) {
  const set = useIdempotentMutation(api.managePractices.setAttendance, { onDone: () => refreshRecord(practice.id) })
  const { pending, problem, clear } = set
  const { action, prompt } = useReasonPrompt({
    text: verbOf(practice),
    label: inLine`${verbOf(practice)} ${person.name}`,
    why: whyOf(practice, held),
    when: whenOf(practice),
    pending,
    problem,
    clear,
    async enter(reason) {
      const input = { practiceId: practice.id, memberId: person.id, attended: true, reason }
      if ((await set.act(input)) !== null) onDone?.()
    },
  })
  return (
    <PersonRow
      person={person}
      note={note}
      action={
        onSell ? (
          <span className={classes.actions} data-steady>
            <SellButton briefly name={person.name} onClick={() => onSell(person.id)} />
            {action}
          </span>
        ) : (
          action
        )
      }
      problem={
        more ? (
          <>
            {prompt}
            {more}
          </>
        ) : (
          prompt
        )
      }
    />
  )
}

/** The same for an email without an account. Whose it is may turn out to have one. */
export function EnterEmail({ practice, email, onDone }: { practice: Practice; email: string; onDone: () => void }) {
  const list = useIdempotentMutation(api.managePractices.addEmail, { onDone: () => refreshRecord(practice.id) })
  const { pending, problem, clear } = list
  const { action, prompt } = useReasonPrompt({
    text: 'Add',
    label: inLine`Add ${email}`,
    why: practice.state === 'over' ? officerMessages.reasonNeeded.over : null,
    when: whenOf(practice),
    pending,
    problem,
    clear,
    async enter(reason) {
      const added = await list.act({ practiceId: practice.id, email, kind: 'attendance', reason })
      if (added === null) return
      toast({ text: emailAdded(added, email) })
      onDone()
    },
  })
  return <EmailRow email={email} note="No account yet" action={action} problem={prompt} />
}
