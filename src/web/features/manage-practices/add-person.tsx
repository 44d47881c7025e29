import { IconMail, IconSearch, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { inLine } from '#domain/isolated-text.ts'
import type { ListedKind } from '#domain/manage-practices.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { messages } from '#domain/text/public-messages.ts'
import { api } from '#web/lib/api.ts'
import { type Problem, toProblem } from '#web/lib/request.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { useClub } from '#web/lib/use-session.ts'
import { membersQuery } from '#web/queries/members.ts'
import { ActionButton, IconButton } from '#web/ui/buttons.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { Loading } from '#web/ui/page.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { findPeople, newEmailIn, type Person } from './find-people.ts'
import { refreshRecord } from './manage-practices-query.ts'
import classes from './people.module.css'
import { EmailText, PersonRow } from './person-row.tsx'

type AddPersonProps = {
  /** Label of the button next to each person, such as `Check in`. */
  verb: string
  /** Ids of people already on the list. */
  listed: string[]
  /** Title of the dialog that asks for a reason; without it, no reason is asked for. */
  reasonMeaning?: string
  problem: Problem | null
  clear: () => void
  /** @returns whether it succeeded */
  onPerson: (person: Person, reason: string) => Promise<boolean>
  onEmail: (email: string, reason: string) => Promise<boolean>
}

/** Puts someone on a list: a member by name or email, anyone else by email. */
export function AddPerson(props: AddPersonProps) {
  const { verb, listed, reasonMeaning, problem, clear } = props
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const name = useRef<HTMLInputElement>(null)
  const why = useRef<HTMLInputElement>(null)
  const reasonWrong = problem?.fields?.reason
  // Only once it is needed: until then, the people on the list are more important.
  const asksReason = reasonMeaning !== undefined && typed.trim() !== ''

  async function done(adding: Promise<boolean>) {
    if (await adding) {
      setTyped('')
      setReason('')
      name.current?.focus()
    } else if (reasonMeaning !== undefined && reason.trim() === '') why.current?.focus()
  }

  return (
    <section className={`${classes.add} no-print`} aria-label="Add someone">
      <div className={classes.fields} data-two={asksReason || undefined}>
        <TextField
          ref={name}
          label="Add a member by name, or anyone by email"
          type="search"
          autoComplete="off"
          icon={<IconSearch size={20} stroke={1.75} aria-hidden />}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            clear()
          }}
        />
        {asksReason && (
          <TextField
            ref={why}
            label="Reason"
            descriptionBelow
            description={reasonMeaning}
            autoComplete="off"
            maxLength={200}
            value={reason}
            error={reasonWrong}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </div>
      <FoundPeople
        typed={typed}
        without={listed}
        choose={{ text: verb, label: (name) => inLine`${verb} ${name}` }}
        noteOf={({ pass }) => (pass === 'none' ? 'No pass' : pass)}
        chooseEmail={{ text: 'Add', label: (address) => inLine`Add ${address}` }}
        emailNote="No account yet"
        onPerson={(person) => done(props.onPerson(person, reason.trim()))}
        onEmail={(address) => done(props.onEmail(address, reason.trim()))}
      />
      {problem && reasonWrong === undefined && <ErrorNote error={problem} />}
    </section>
  )
}

type Choice = { text: string; label: (whom: string) => string }

type FoundPeopleProps = {
  /** A name, an email, or the beginning of one. */
  typed: string
  /** Ids to leave out. */
  without?: string[]
  /** Button next to each match. */
  choose: Choice
  noteOf?: (person: Person) => ReactNode
  /** The same for a complete email without an account. */
  chooseEmail: Choice
  emailNote: string
  pending?: boolean
  onPerson: (person: Person) => unknown
  onEmail: (email: string) => unknown
}

/** Matches for the typed text: members, and a complete email of someone without an account. */
export function FoundPeople(props: FoundPeopleProps) {
  const { typed, without = [], choose, noteOf, chooseEmail, emailNote, pending, onPerson, onEmail } = props
  const domain = useClub()?.emailDomain ?? ''
  const { data, error, refetch } = useQuery(membersQuery)
  if (typed.trim() === '') return null
  if (error && !data) return <ErrorNote error={toProblem(error)} onRetry={refetch} />
  if (!data) return <Loading>{messages.loading}</Loading>
  const found = findPeople(data.members, typed, new Set(without))
  const email = newEmailIn(data.members, typed, domain)
  if (found.length === 0 && email === null) return <p role="status">{memberMessages.noUserFound}</p>
  return (
    <ul className={classes.list} aria-label="Found">
      {found.map((person) => (
        <PersonRow
          key={person.id}
          person={person}
          note={noteOf?.(person)}
          action={
            <ActionButton sends label={choose.label(person.name)} pending={pending} onClick={() => onPerson(person)}>
              {choose.text}
            </ActionButton>
          }
        />
      ))}
      {email !== null && (
        <li className={classes.line}>
          <IconMail size={24} stroke={1.75} aria-hidden />
          <span className={classes.who}>
            <span className={classes.name}>
              <EmailText>{email}</EmailText>
            </span>
            <span className={classes.note}>{emailNote}</span>
          </span>
          <ActionButton sends label={chooseEmail.label(email)} pending={pending} onClick={() => onEmail(email)}>
            {chooseEmail.text}
          </ActionButton>
        </li>
      )}
    </ul>
  )
}

/** Emails added to the list before their owners sign up. */
export function PreRegisteredEmails({ record, kind }: { record: PracticeRecord; kind: ListedKind }) {
  const id = useId()
  const practiceId = record.practice.id
  const emails = record.emails.filter((each) => each.kind === kind)
  const remove = useIdempotentMutation(api.managePractices.removeEmail, {
    onDone: () => refreshRecord(practiceId),
    onProblem: () => void refreshRecord(practiceId),
  })
  if (emails.length === 0) return <ErrorNote error={remove.problem} />
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h3 id={id}>No account yet</h3>
      <p className={classes.about}>{officerMessages.unclaimedMeaning}</p>
      <ul className={classes.list} aria-labelledby={id}>
        {emails.map(({ id: emailId, email }) => (
          <li key={emailId} className={classes.line} data-plain>
            <span className={classes.name}>
              <EmailText>{email}</EmailText>
            </span>
            <IconButton
              sends
              label={inLine`Remove ${email}`}
              className={classes.cross}
              onClick={async () => {
                if (await remove.act({ practiceId, emailId })) toast({ text: officerMessages.emailRemoved(email) })
              }}
            >
              <IconX size={20} stroke={1.75} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <ErrorNote error={remove.problem} />
    </section>
  )
}
