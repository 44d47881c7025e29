import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import classes from './loading.module.css'

/** The sentence while nothing else can be shown. It is there at once for screen readers, and to see after 300 ms. */
export function Loading({ children }: { children: ReactNode }) {
  return (
    <div className={`${classes.loading} ${classes.late}`} role="status" data-waiting>
      <h1 className={classes.words}>{children}</h1>
    </div>
  )
}

/** Grey shapes of the final sizes, so that nothing jumps when the content comes; seen after 300 ms. */
export function Skeletons({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.late} role="status" aria-label={label} data-waiting>
      <div aria-hidden>{children}</div>
    </div>
  )
}

/** A card of a given height, in rem. */
export function SkeletonCard({ height }: { height: number }) {
  return (
    <Card>
      <div className={classes.stack}>
        <div className={`${classes.skeleton} ${classes.heading}`} />
        <div className={classes.skeleton} style={{ blockSize: `${Math.max(1, height - 5)}rem` }} />
      </div>
    </Card>
  )
}
