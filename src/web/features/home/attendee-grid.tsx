import { useEffect, useRef, useState } from 'react'
import type { Attendee } from '#contract/practices.ts'
import { isolated } from '#domain/isolated-text.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { PersonAvatar } from '#web/components/person-avatar.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import { useDesktop } from '#web/ui/use-media.ts'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import classes from './attendee-grid.module.css'

/** Two rows of four or six; the last cell is for "how many more". */
const places = { phone: 8, desktop: 12 } as const

/** Everyone who is checked in, in order of check-in; the first screenful until "show all" is pressed. */
export function AttendeeGrid({ attendees }: { attendees: Attendee[] }) {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const pressed = useRef(false)
  const room = useDesktop() ? places.desktop : places.phone
  const fits = attendees.length <= room
  const shown = all || fits ? attendees : attendees.slice(0, room - 1)

  // The pressed button is gone: focus the first of the new faces, or the button that replaced it.
  useEffect(() => {
    if (!pressed.current) return
    pressed.current = false
    const cell = list.current?.children[room - 1]
    const next = all ? cell : cell?.querySelector('button')
    if (next instanceof HTMLElement) next.focus()
  }, [all, room])

  function show(everybody: boolean) {
    pressed.current = true
    setAll(everybody)
  }

  if (attendees.length === 0) return <EmptyState next="Be the first.">{memberMessages.nobodyHere}</EmptyState>
  return (
    <div className={classes.wrap}>
      <ul ref={list} className={classes.grid} aria-label="Checked in">
        {shown.map((attendee) => (
          <Person key={attendee.memberId} attendee={attendee} />
        ))}
        {!all && !fits && (
          <li className={classes.cell}>
            <button type="button" className={classes.more} onClick={() => show(true)}>
              <span className={classes.rest}>+{attendees.length - shown.length}</span>
              <span className={classes.name}>Show all</span>
              <ReadOut> {attendees.length} people</ReadOut>
            </button>
          </li>
        )}
      </ul>
      {all && !fits && (
        <button type="button" className={classes.fewer} onClick={() => show(false)}>
          Show fewer
        </button>
      )}
    </div>
  )
}

function Person({ attendee }: { attendee: Attendee }) {
  const { name, pronouns, pictureUrl } = attendee
  const [, firstNames, lastName] = /^(?:(.*) )?(.*)$/.exec(name) ?? []
  return (
    <li className={classes.cell} tabIndex={-1}>
      <PersonAvatar person={{ displayName: name, pictureUrl }} size={60} />
      <span className={classes.name}>
        <span className={classes.line}>{firstNames}</span> <span className={classes.line}>{lastName}</span>
      </span>
      <span className={classes.pronouns}>{pronouns.map(isolated).join(', ')}</span>
    </li>
  )
}
