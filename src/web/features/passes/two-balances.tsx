import { IconReceipt, IconTicket } from '@tabler/icons-react'
import { memberMessages } from '#domain/text/member-messages.ts'
import classes from './two-balances.module.css'

type TwoBalancesProps = {
  dayPasses: number
  /** Paid minus attended practices; null while unknown. */
  balance: number | null
}

/** Day passes and paid practices side by side, each with what it's for: two things that are easily taken for one. */
export function TwoBalances({ dayPasses, balance }: TwoBalancesProps) {
  const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const
  return (
    <ul className={classes.both}>
      <li className={classes.one}>
        <IconTicket {...icon} />
        <p className={classes.many}>
          <span className={classes.number}>{dayPasses}</span> {dayPasses === 1 ? 'day pass left' : 'day passes left'}
        </p>
        <p className={classes.meaning}>{memberMessages.dayPassMeaning}</p>
      </li>
      <li className={classes.one}>
        <IconReceipt {...icon} />
        <p className={classes.many}>{balance !== null && <PaidPractices balance={balance} />}</p>
        <p className={classes.meaning}>{memberMessages.paidPracticeMeaning}</p>
      </li>
    </ul>
  )
}

function PaidPractices({ balance }: { balance: number }) {
  const owed = balance < 0
  return (
    <>
      <span className={classes.number} data-owed={owed || undefined}>
        {owed && <span aria-hidden>▲ </span>}
        {Math.abs(balance)}
      </span>{' '}
      {owed ? 'outstanding' : 'paid'} {Math.abs(balance) === 1 ? 'practice' : 'practices'}
      {!owed && ' left'}
    </>
  )
}
