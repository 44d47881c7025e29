import { inDollars } from '#domain/money.ts'
import { useClub } from '#web/lib/use-session.ts'
import classes from './price-list.module.css'

/** What the store asks for day passes or practices; nothing if the club hasn't said. */
export function PriceList({ of }: { of: 'dayPasses' | 'paidPractices' }) {
  const prices = (useClub()?.prices ?? []).filter((price) => price[of] > 0)
  if (prices.length === 0) return null
  return (
    <ul className={classes.prices}>
      {prices.map(({ product, cents }) => (
        <li key={product}>
          <span>{product}</span>
          <span className={classes.price}>{inDollars(cents)}</span>
        </li>
      ))}
    </ul>
  )
}
