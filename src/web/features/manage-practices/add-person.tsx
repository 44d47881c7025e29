import { IconMail, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { normalizeText } from '#domain/clean-text.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { messages } from '#domain/text/public-messages.ts'
import { toProblem } from '#web/lib/request.ts'
import { useClub } from '#web/lib/use-session.ts'
import { membersQuery } from '#web/queries/members.ts'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { Loading } from '#web/ui/page.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { findPeople, newEmailIn, type Person } from './find-people.ts'
import classes from './people.module.css'
import { EmailText } from './person-row.tsx'

type AddPersonProps = {
  /** Ids of people already on the list. */
  listed: string[]
  /** Ids of the most likely ones. */
  likely?: string[]
  /** The field has the focus from the start. */
  focused?: boolean
  /** The row of a member who was found. `done` empties the field for the next one. */
  person: (person: Person, done: () => void) => ReactNode
  /** The row of a complete email without an account. */
  email: (email: string, done: () => void) => ReactNode
  /** Below what was found. */
  more?: (typed: string, done: () => void) => ReactNode
}

/** Puts someone on a list: a member by name or email, anyone else by email. */
export function AddPerson({ listed, likely, focused, person, email, more }: AddPersonProps) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (focused) field.current?.focus()
  }, [focused])

  function done() {
    setTyped('')
    field.current?.focus()
  }

  return (
    <section className={`${classes.add} no-print`} aria-label="Add someone">
      <TextField
        ref={field}
        label="Add someone by name or email"
        type="search"
        autoComplete="off"
        icon={<IconSearch size={20} stroke={1.75} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <FoundPeople
        typed={typed}
        without={listed}
        first={likely}
        person={(found) => person(found, done)}
        briefly
        email={(address) => email(address, done)}
      />
      {more?.(typed, done)}
    </section>
  )
}

type FoundPeopleProps = {
  /** A name, an email, or the beginning of one. */
  typed: string
  /** Ids to leave out. */
  without?: string[]
  /** Ids that come first. */
  first?: string[] | undefined
  /** Emails are shown only of those whose name doesn't tell who they are. */
  briefly?: boolean
  /** The row of a member. */
  person: (person: Person) => ReactNode
  /** The row of a complete email without an account. */
  email: (email: string) => ReactNode
}

/** Matches for the typed text: members, and a complete email of someone without an account. */
export function FoundPeople({ typed, without = [], first = [], briefly, person, email }: FoundPeopleProps) {
  const domain = useClub()?.emailDomain ?? ''
  const { data, error, refetch } = useQuery(membersQuery)
  if (typed.trim() === '') return null
  if (error && !data) return <ErrorNote error={toProblem(error)} onRetry={refetch} />
  if (!data) return <Loading>{messages.loading}</Loading>
  const { found, more } = findPeople(data.members, typed, { without: new Set(without), first: new Set(first) })
  const address = newEmailIn(data.members, typed, domain)
  if (found.length === 0 && address === null) return <p role="status">{memberMessages.noUserFound}</p>
  return (
    <>
      <ul className={classes.list} aria-label="Found">
        {(briefly ? found.map((each) => withoutEmail(each, data.members, typed)) : found).map(person)}
        {address !== null && email(address)}
      </ul>
      {more > 0 && (
        <p role="status" className={classes.about}>
          {more} more. Type more of the name.
        </p>
      )}
    </>
  )
}

/** The same without the email, unless others have the same name, or it was found by the email. */
function withoutEmail(person: Person, all: Person[], typed: string): Person {
  const isAlone = all.every(({ id, name }) => id === person.id || name !== person.name)
  const isByName = normalizeText(typed)
    .split(/\s+/)
    .every((word) => normalizeText(person.name).includes(word))
  return isAlone && isByName ? { ...person, email: '' } : person
}

type EmailRowProps = { email: string; note: string; action: ReactNode; problem?: ReactNode }

/** An email without an account, and what can be done with it. */
export function EmailRow({ email, note, action, problem }: EmailRowProps) {
  return (
    <li className={classes.line}>
      <IconMail size={24} stroke={1.75} aria-hidden />
      <span className={classes.who}>
        <span className={classes.name}>
          <EmailText>{email}</EmailText>
        </span>
        <span className={classes.note}>{note}</span>
      </span>
      {action}
      {problem && <div className={classes.problem}>{problem}</div>}
    </li>
  )
}
