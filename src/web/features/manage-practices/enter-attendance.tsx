import type { ReactNode } from 'react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { inLine } from '#domain/isolated-text.ts'
import type { PassName } from '#domain/passes.ts'
import { api } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { EmailRow } from './add-person.tsx'
import { emailAdded } from './email-added.ts'
import { refreshRecord } from './manage-practices-query.ts'
import { PersonRow } from './person-row.tsx'
import { useReasonPrompt } from './reason-prompt.tsx'

type Practice = PracticeRecord['practice']

const verbOf = ({ state }: Practice) => (state === 'live' ? 'Check In' : 'Add')
const whenOf = ({ state }: Practice) => (state === 'live' ? 'live' : 'over')

type EnterPersonProps = {
  practice: Practice
  person: { id: string; name: string; email: string; pictureUrl: string }
  pass: PassName
  note: ReactNode
  onDone?: () => void
}

/** A member who isn't on the list of attendees, and the button that puts them there. */
export function EnterPerson({ practice, person, pass, note, onDone }: EnterPersonProps) {
  const set = useIdempotentMutation(api.managePractices.setAttendance, { onDone: () => refreshRecord(practice.id) })
  const { pending, problem, clear } = set
  const { action, prompt } = useReasonPrompt({
    text: verbOf(practice),
    label: inLine`${verbOf(practice)} ${person.name}`,
    needed: practice.state === 'over' || pass === 'none',
    when: whenOf(practice),
    pending,
    problem,
    clear,
    async enter(reason) {
      const input = { practiceId: practice.id, memberId: person.id, attended: true, reason }
      if ((await set.act(input)) !== null) onDone?.()
    },
  })
  return <PersonRow person={person} note={note} action={action} problem={prompt} />
}

/** The same for an email without an account. Whose it is may turn out to have one. */
export function EnterEmail({ practice, email, onDone }: { practice: Practice; email: string; onDone: () => void }) {
  const list = useIdempotentMutation(api.managePractices.addEmail, { onDone: () => refreshRecord(practice.id) })
  const { pending, problem, clear } = list
  const { action, prompt } = useReasonPrompt({
    text: 'Add',
    label: inLine`Add ${email}`,
    needed: practice.state === 'over',
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
