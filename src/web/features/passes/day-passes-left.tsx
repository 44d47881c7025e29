import classes from './day-passes-left.module.css'

/** How many there are, large enough for a glance. */
export function DayPassesLeft({ count }: { count: number }) {
  return (
    <p className={classes.left}>
      <span className={classes.number}>{count}</span> {count === 1 ? 'day pass left' : 'day passes left'}
    </p>
  )
}
