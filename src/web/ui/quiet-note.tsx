import type { ReactNode } from 'react'
import classes from './quiet-note.module.css'

type QuietNoteProps = { icon: ReactNode; children: ReactNode; action?: ReactNode; role?: 'status' }

/** A slim line that explains what is on the page, without asking for anything. */
export function QuietNote({ icon, children, action, role }: QuietNoteProps) {
  return (
    <div className={classes.note} role={role}>
      {icon}
      <p>{children}</p>
      {action}
    </div>
  )
}
