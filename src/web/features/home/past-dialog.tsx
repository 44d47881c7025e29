import { Link } from '@tanstack/react-router'
import type { Home } from '#contract/home.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { useClub } from '#web/auth/use-session.ts'
import { Balance } from '#web/features/practices/balance.tsx'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { InfoDialog } from '#web/ui/info-dialog.tsx'
import classes from './past-dialog.module.css'
import { useHomeDialog } from './use-home-dialog.ts'

/** My last practices, how many there were, and what is paid of them (specification §2). */
export function PastDialog({ home, now }: { home: Home; now: number }) {
  const { search, close } = useHomeDialog()
  const times = useClubTimes()
  const store = useClub()?.storeLinks.practices ?? null
  return (
    <InfoDialog open={search.open === 'past'} onClose={close} title="My Past Practices">
      <dl className={classes.sums}>
        <div>
          <dt>Attended</dt>
          <dd>{home.attended}</dd>
        </div>
        <div>
          <dt>Purchased practices</dt>
          <dd>
            <Balance balance={home.balance} />
          </dd>
        </div>
      </dl>
      <p className={classes.meaning}>{memberMessages.paidPracticesMeaning}</p>
      {home.past.length === 0 ? (
        <EmptyState next="Practices you check in to will appear here.">{memberMessages.noPastYet}</EmptyState>
      ) : (
        <ul className={classes.list}>
          {home.past.map(({ id, title, startsOn }) => (
            <li key={id}>
              <span className={classes.title}>{title}</span>
              <time dateTime={startsOn}>{times.date(startsOn, now)}</time>
            </li>
          ))}
        </ul>
      )}
      <Link to="/my-practices" className={classes.all}>
        All my practices
      </Link>
      {store !== null && (
        <ExternalLink href={store} look="button">
          Purchase practices
        </ExternalLink>
      )}
    </InfoDialog>
  )
}
