import { TextInput } from '@mantine/core'
import { IconMail, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { messages } from '#domain/messages.ts'
import { membersQuery } from '#web/members/members-query.ts'
import { type Problem, problemOf } from '#web/problem.ts'
import { useClub } from '#web/session/session.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { findPeople, newEmailIn, type Person } from './find-people.ts'
import classes from './people.module.css'
import { EmailText, PersonLine } from './person-line.tsx'

type AddPersonProps = {
  /** Of the button beside each person: `Check in`. */
  verb: string
  /** Ids of those who are on the list. */
  listed: string[]
  /** What to ask for a reason with; without it, none is asked for. */
  reasonMeaning?: string
  problem: Problem | null
  clear: () => void
  /** @returns whether it was done */
  onPerson: (person: Person, reason: string) => Promise<boolean>
  onEmail: (email: string, reason: string) => Promise<boolean>
}

/** Puts somebody on a list: a member by name or address, anybody else by their address (D30, D36). */
export function AddPerson(props: AddPersonProps) {
  const { verb, listed, reasonMeaning, problem, clear } = props
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const name = useRef<HTMLInputElement>(null)
  const why = useRef<HTMLInputElement>(null)
  const domain = useClub()?.emailDomain ?? ''
  const people = useQuery(membersQuery)
  const members = people.data?.members ?? []
  const found = findPeople(members, typed, new Set(listed))
  const email = people.data ? newEmailIn(members, typed, domain) : null
  const reasonWrong = problem?.fields?.reason

  async function done(adding: Promise<boolean>) {
    if (await adding) {
      setTyped('')
      setReason('')
      name.current?.focus()
    } else if (reasonMeaning !== undefined && reason.trim() === '') why.current?.focus()
  }

  return (
    <section className={classes.add} aria-label="Add somebody">
      <div className={classes.fields} data-two={reasonMeaning !== undefined || undefined}>
        <TextInput
          ref={name}
          label="Add by name or e-mail"
          type="search"
          autoComplete="off"
          leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            clear()
          }}
        />
        {reasonMeaning !== undefined && (
          <TextInput
            ref={why}
            label="Reason"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            description={reasonMeaning}
            autoComplete="off"
            maxLength={200}
            value={reason}
            error={reasonWrong}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </div>
      {typed.trim() !== '' && (
        <Matches
          {...{ verb, found, email }}
          loading={people.isPending}
          failed={people.error && !people.data ? problemOf(people.error) : null}
          retry={people.refetch}
          onPerson={(person) => done(props.onPerson(person, reason.trim()))}
          onEmail={(address) => done(props.onEmail(address, reason.trim()))}
        />
      )}
      {problem && reasonWrong === undefined && <ErrorNote error={problem} />}
    </section>
  )
}

type MatchesProps = {
  verb: string
  found: Person[]
  email: string | null
  loading: boolean
  failed: Problem | null
  retry: () => unknown
  onPerson: (person: Person) => unknown
  onEmail: (email: string) => unknown
}

function Matches({ verb, found, email, loading, failed, retry, onPerson, onEmail }: MatchesProps) {
  if (failed) return <ErrorNote error={failed} onRetry={retry} />
  if (loading) return <Loading>{messages.loading}</Loading>
  if (found.length === 0 && email === null) return <p role="status">{messages.noUserFound}</p>
  return (
    <ul className={classes.list} aria-label="Found">
      {found.map((person) => (
        <PersonLine
          key={person.id}
          person={person}
          note={person.pass === 'none' ? 'No pass' : person.pass}
          action={
            <ActionButton label={`${verb} ${person.name}`} onClick={() => onPerson(person)}>
              {verb}
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
            <span className={classes.note}>No account yet</span>
          </span>
          <ActionButton label={`Add ${email}`} onClick={() => onEmail(email)}>
            Add
          </ActionButton>
        </li>
      )}
    </ul>
  )
}
