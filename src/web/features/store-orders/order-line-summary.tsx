import type { PreviewLine } from '#contract/store-orders.ts'
import { gainInWords } from '#domain/text/store-messages.ts'
import { EmailText } from '#web/features/manage-practices/person-row.tsx'
import classes from './store.module.css'

type FactsProps = { line: Pick<PreviewLine, 'product' | 'quantity' | 'gain' | 'order' | 'boughtOn' | 'email' | 'name'> }

/** What was bought, by whom, in which order. */
export function OrderLineSummary({ line: { product, quantity, gain, order, boughtOn, email, name } }: FactsProps) {
  return (
    <>
      <span className={classes.name}>
        {quantity < 0 ? `${-quantity} × ${product}, refunded` : `${quantity} × ${product}`}
      </span>
      <span>
        {name && `${name} `}
        {email && (
          <span className={classes.muted}>
            <EmailText>{email}</EmailText>
          </span>
        )}
      </span>
      <span className={classes.muted}>
        Order {order}
        {boughtOn && ` · ${boughtOn}`}
        {gain && ` · ${gainInWords(gain)}`}
      </span>
    </>
  )
}
