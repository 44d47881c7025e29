import classes from './balance.module.css'

/** Paid minus attended, with sign and word, so that it reads without its colour: `✓ 3 left`, `▲ 2 outstanding`. */
export function Balance({ balance }: { balance: number }) {
  const owed = balance < 0
  return (
    <span className={classes.balance} data-owed={owed || undefined}>
      <span aria-hidden>{owed ? '▲' : '✓'}</span> {owed ? `${-balance} outstanding` : `${balance} left`}
    </span>
  )
}
