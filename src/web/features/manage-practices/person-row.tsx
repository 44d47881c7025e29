import type { ReactNode } from 'react'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { PersonAvatar } from '#web/components/person-avatar.tsx'
import classes from './people.module.css'

type PersonLineProps = {
  person: { name: string; email: string; pictureUrl: string }
  /** What there is to say beside name and address. */
  note?: ReactNode
  action?: ReactNode
  /** What went wrong with the action. */
  problem?: ReactNode
}

/** One person in a list: name, address, and what can be done about them. Of who was erased, that somebody was there. */
export function PersonRow({ person, note, action, problem }: PersonLineProps) {
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

/** Breaks before the domain, where the place is narrow. */
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
