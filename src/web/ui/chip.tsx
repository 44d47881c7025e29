import type { ReactNode } from 'react'
import classes from './chip.module.css'

/** A word or two about the thing beside it; not a control. */
export function Chip({ children, tone = 'plain' }: { children: ReactNode; tone?: 'plain' | 'outline' }) {
  return (
    <span className={classes.chip} data-tone={tone}>
      {children}
    </span>
  )
}
