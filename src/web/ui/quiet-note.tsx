import type { ReactNode } from 'react'
import classes from './quiet-note.module.css'

type QuietNoteProps = {
  icon: ReactNode
  children: ReactNode
  action?: ReactNode
  role?: 'status'
  id?: string
  className?: string | undefined
}

/** A slim line that explains what is on the page, without asking for anything. */
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
