import type { ReactNode } from 'react'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { PersonAvatar } from '#web/components/person-avatar.tsx'
import classes from './people.module.css'

type PersonRowProps = {
  person: { name: string; email: string; pictureUrl: string }
  /** Extra information next to name and email. */
  note?: ReactNode
  action?: ReactNode
  /** Error of the action. */
  problem?: ReactNode
}

/** One person in a list: name, email, and an action. For an erased person, only that someone was there. */
export function PersonRow({ person, note, action, problem }: PersonRowProps) {
  const name = person.name || officerMessages.bySomebodyGone
  return (
    <li className={classes.line}>
      <PersonAvatar person={{ displayName: name, pictureUrl: person.pictureUrl }} size={40} />
      <span className={classes.who}>
        <span className={classes.name}>{name}</span>
        {person.email !== '' && (
          <span className={classes.email}>
            <EmailText>{person.email}</EmailText>
          </span>
        )}
        {note && <span className={classes.note}>{note}</span>}
      </span>
      {action}
      {problem && <div className={classes.problem}>{problem}</div>}
    </li>
  )
}

/** Allows a line break before the domain where space is tight. */
export function EmailText({ children }: { children: string }) {
  const at = children.indexOf('@')
  return (
    <>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </>
  )
}
