import classes from './balance.module.css'

/** Paid minus attended: green above 0, neutral at 0, red below. Sign and word say it without the color: `✓ 3 left`, `▲ 2 outstanding`. */
export function Balance({ balance }: { balance: number }) {
  const owed = balance < 0
  const tone = balance > 0 ? 'green' : owed ? 'red' : undefined
  return (
    <span className={classes.balance} data-tone={tone}>
      <span aria-hidden>{owed ? '▲' : '✓'}</span> {owed ? `${-balance} outstanding` : `${balance} left`}
    </span>
  )
}
