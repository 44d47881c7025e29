import type { ReactNode } from 'react'
import classes from './empty-state.module.css'
import { Rings } from './rings.tsx'

/** Nothing here: the sentence, and the one thing that helps. */
export function EmptyState({ children, next }: { children: ReactNode; next?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <Rings className={classes.rings} />
      <p className={classes.sentence}>{children}</p>
      {next && <div className={classes.next}>{next}</div>}
    </div>
  )
}
