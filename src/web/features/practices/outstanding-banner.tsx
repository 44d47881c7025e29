import { IconAlertTriangle } from '@tabler/icons-react'
import { memberMessages } from '#domain/text/member-messages.ts'
import { useClub } from '#web/auth/use-session.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import classes from './outstanding-banner.module.css'

/** What the member owes the club, until it is paid (specification §8, D45). */
export function OutstandingBanner({ outstanding }: { outstanding: number }) {
  const store = useClub()?.storeLinks.practices ?? null
  return (
    <div className={classes.banner}>
      <IconAlertTriangle size={24} stroke={1.75} aria-hidden />
      <div className={classes.body}>
        <p>{memberMessages.outstanding(outstanding)}</p>
        {store !== null && (
          <ExternalLink href={store} look="line">
            Purchase practices
          </ExternalLink>
        )}
      </div>
    </div>
  )
}
