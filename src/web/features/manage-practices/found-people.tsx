import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { memberMessages } from '#domain/text/member-messages.ts'
import { messages } from '#domain/text/messages.ts'
import { useClub } from '#web/auth/use-session.ts'
import { membersQuery } from '#web/features/members/members-query.ts'
import { toProblem } from '#web/lib/api-error.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { findPeople, newEmailIn, type Person } from './find-people.ts'
import classes from './people.module.css'
import { EmailText, PersonRow } from './person-row.tsx'

type Choice = { text: string; label: (whom: string) => string }

type FoundPeopleProps = {
  /** A name, an address, or the beginning of one. */
  typed: string
  /** Ids of those who are no choice any more. */
  without?: string[]
  /** The button beside each. */
  choose: Choice
  noteOf?: (person: Person) => ReactNode
  /** The same for a whole address that nobody has yet. */
  chooseEmail: Choice
  emailNote: string
  pending?: boolean
  onPerson: (person: Person) => unknown
  onEmail: (email: string) => unknown
}

/** Who may be meant by what was typed: members, and a whole address of somebody who has no account yet (D36). */
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
