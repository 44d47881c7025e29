import type { ReactNode } from 'react'
import emptyClasses from './empty-state.module.css'
import classes from './quiet-note.module.css'
import { Rings } from './target-drawings.tsx'

type QuietNoteProps = {
  icon: ReactNode
  children: ReactNode
  action?: ReactNode
  role?: 'status'
  id?: string
  className?: string | undefined
}

/** A slim note that explains something on the page, without asking for anything. */
export function QuietNote({ icon, children, action, role, id, className }: QuietNoteProps) {
  const looks = className === undefined ? classes.note : `${classes.note} ${className}`
  return (
    <div id={id} className={looks} role={role}>
      {icon}
      <p>{children}</p>
      {action}
    </div>
  )
}

/** An empty list: a sentence, and the one thing that helps. */
export function EmptyState({ children, next }: { children: ReactNode; next?: ReactNode }) {
  return (
    <div className={emptyClasses.empty}>
      <Rings className={emptyClasses.rings} />
      <p className={emptyClasses.sentence}>{children}</p>
      {next && <div className={emptyClasses.next}>{next}</div>}
    </div>
  )
}
