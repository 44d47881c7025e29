import classes from './progress-bar.module.css'

/** How far; the words beside it say the same, so that it is hidden from screen readers. */
export function ProgressBar({ done }: { done: number }) {
  return (
    <div className={classes.track} aria-hidden>
      <div className={classes.bar} style={{ transform: `scaleX(${done})` }} />
    </div>
  )
}
