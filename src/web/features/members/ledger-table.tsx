import { useState } from 'react'
import type { LedgerLine } from '#contract/members.ts'
import type { Currency } from '#domain/ledger.ts'

import { officerMessages } from '#domain/text/officer-messages.ts'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import classes from './ledger-table.module.css'

const currencies: { value: Currency; label: string }[] = [
  { value: 'paid-practices', label: 'Paid practices' },
  { value: 'day-passes', label: 'Day passes' },
]

/** What came and went of one currency, newest first, each line with what there was after it. */
export function LedgerTable({ ledger, now }: { ledger: LedgerLine[]; now: number }) {
  const times = useClubTimes()
  const [currency, setCurrency] = useState<Currency>('paid-practices')
  const lines = ledger.filter((line) => line.currency === currency)
  return (
    <>
      <Segmented legend="History" value={currency} onChange={setCurrency} options={currencies} />
      {lines.length === 0 ? (
        <p className={classes.none}>{officerMessages.noLedger}</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Entry</th>
              <th scope="col">Change</th>
              <th scope="col">Balance</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ id, at, why, by, amount, balance }) => (
              <tr key={id}>
                <td>
                  <span className={classes.why}>{why}</span>
                  <span className={classes.when}>
                    <time dateTime={at}>{times.moment(Date.parse(at), times.dayOf(now), now)}</time> · {by}
                  </span>
                </td>
                <td className={classes.amount} data-in={amount > 0 || undefined}>
                  {amount > 0 ? `+${amount}` : `−${-amount}`}
                </td>
                <td className={classes.balance}>{balance}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
