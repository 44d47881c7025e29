import type { StoreState } from '#contract/store-orders.ts'
import { count } from '#domain/text/messages.ts'
import { storeMessages } from '#domain/text/store-messages.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import classes from './store.module.css'

/** When, who, how many; those that changed nothing are not kept. */
export function PastImports({ imports }: { imports: StoreState['imports'] }) {
  const times = useClubTimes()
  if (imports.length === 0)
    return (
      <Card flush>
        <EmptyState>{storeMessages.noImportsYet}</EmptyState>
      </Card>
    )
  return (
    <Card as="ul" flush>
      {imports.map(({ id, at, by, booked, waiting, unread, there }) => (
        <li key={id} className={classes.row}>
          <time className={classes.number} dateTime={at}>
            {times.date(times.dayOf(Date.parse(at)), serverNow())}
          </time>
          <div className={classes.who}>
            <span className={classes.name}>
              {count(booked, 'order')} imported, {waiting} waiting
            </span>
            <span className={classes.muted}>
              {by}
              {there > 0 && ` · ${there} already imported`}
              {unread > 0 && ` · ${unread} skipped`}
            </span>
          </div>
        </li>
      ))}
    </Card>
  )
}
