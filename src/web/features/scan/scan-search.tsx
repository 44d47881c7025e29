import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { inLine } from '#domain/isolated-text.ts'
import { scanMessages as text } from '#domain/text/scan-messages.ts'
import { PersonAvatar } from '#web/components/person-avatar.tsx'
import { ActionButton } from '#web/ui/buttons.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { findByName, type Listed, type useScanList } from './scan-list.ts'
import classes from './scan-search.module.css'

type ScanSearchProps = { list: ReturnType<typeof useScanList>; onPick: (person: Listed) => Promise<unknown> }

/** Checks someone in whose pass can't be scanned. */
export function ScanSearch({ list, onPick }: ScanSearchProps) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { found, more } = findByName(list.people ?? [], typed)

  async function pick(person: Listed) {
    const picked = onPick(person)
    setTyped('')
    field.current?.focus()
    await picked
  }

  return (
    <section className={classes.search} aria-label={text.search}>
      <TextField
        ref={field}
        label={text.search}
        type="search"
        autoComplete="off"
        icon={<IconSearch size={20} stroke={1.75} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {typed.trim() !== '' && found.length === 0 && <p role="status">{text.notFound}</p>}
      {found.length > 0 && (
        <ul className={classes.list} aria-label="Found">
          {found.map((person) => {
            const isHere = list.isHere(person)
            return (
              <li key={person.id} className={classes.person}>
                <PersonAvatar person={{ displayName: person.name, pictureUrl: person.pictureUrl }} size={40} />
                <span className={classes.who}>
                  <bdi>{person.name}</bdi>
                  {isHere && <span className={classes.note}>{text.here}</span>}
                </span>
                {!isHere && (
                  <ActionButton label={inLine`Check in ${person.name}`} onClick={() => pick(person)}>
                    {text.checkIn}
                  </ActionButton>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {more > 0 && (
        <p role="status" className={classes.note}>
          {text.more(more)}
        </p>
      )}
    </section>
  )
}
