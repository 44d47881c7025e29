import { useId } from 'react'
import type { MyPractices } from '#contract/my-practices.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { useClub } from '#web/auth/use-session.ts'
import { Balance } from '#web/features/practices/balance.tsx'
import { OutstandingBanner } from '#web/features/practices/outstanding-banner.tsx'
import { Card, Eyebrow } from '#web/ui/card.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import classes from './balance-card.module.css'

/** Whether I owe anything, before all else. */
export function BalanceCard({ mine: { balance, dayPasses } }: { mine: MyPractices }) {
  const id = useId()
  const store = useClub()?.storeLinks.practices ?? null
  return (
    <Card as="section" aria-labelledby={id} className={classes.card}>
      <div>
        <Eyebrow>
          <span id={id}>Purchased practices</span>
        </Eyebrow>
        <p className={classes.balance}>
          <Balance balance={balance} />
        </p>
      </div>
      {balance < 0 && <OutstandingBanner outstanding={-balance} />}
      <p className={classes.words}>{memberMessages.bothCurrencies(dayPasses)}</p>
      {balance >= 0 && store !== null && (
        <div>
          <ExternalLink href={store} look="button">
            Purchase practices
          </ExternalLink>
        </div>
      )}
    </Card>
  )
}
