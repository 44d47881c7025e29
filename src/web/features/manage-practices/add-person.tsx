import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Problem } from '#web/lib/api-error.ts'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { Person } from './find-people.ts'
import { FoundPeople } from './found-people.tsx'
import classes from './people.module.css'

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

/** Puts someone on a list: a member by name or email, anyone else by email. */
export function AddPerson(props: AddPersonProps) {
  const { verb, listed, reasonMeaning, problem, clear } = props
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const name = useRef<HTMLInputElement>(null)
  const why = useRef<HTMLInputElement>(null)
  const reasonWrong = problem?.fields?.reason

  async function done(adding: Promise<boolean>) {
    if (await adding) {
      setTyped('')
      setReason('')
      name.current?.focus()
    } else if (reasonMeaning !== undefined && reason.trim() === '') why.current?.focus()
  }

  return (
    <section className={`${classes.add} no-print`} aria-label="Add someone">
      <div className={classes.fields} data-two={reasonMeaning !== undefined || undefined}>
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
        {reasonMeaning !== undefined && (
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
        choose={{ text: verb, label: (name) => `${verb} ${name}` }}
        noteOf={({ pass }) => (pass === 'none' ? 'No pass' : pass)}
        chooseEmail={{ text: 'Add', label: (address) => `Add ${address}` }}
        emailNote="No account yet"
        onPerson={(person) => done(props.onPerson(person, reason.trim()))}
        onEmail={(address) => done(props.onEmail(address, reason.trim()))}
      />
      {problem && reasonWrong === undefined && <ErrorNote error={problem} />}
    </section>
  )
}
