import { IconAlertTriangle } from '@tabler/icons-react'
import { memberMessages } from '#domain/text/member-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { useClub } from '#web/lib/use-session.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import classes from './balance.module.css'
import bannerClasses from './outstanding-banner.module.css'

/**
 * Paid minus attended: green above 0, neutral at 0, red below. Sign and word repeat it without color: `✓ 3 left`,
 * `0 left`, `▲ 2 outstanding`.
 * @param props `whole`: says what is left, where nothing around it does
 */
export function Balance({ balance, whole }: { balance: number; whole?: boolean }) {
  const owed = balance < 0
  const tone = balance > 0 ? 'green' : owed ? 'red' : undefined
  return (
    <span className={classes.balance} data-tone={tone}>
      {balance !== 0 && <span aria-hidden>{owed ? '▲ ' : '✓ '}</span>}
      {whole && !owed ? count(balance, 'paid practice') : <span>{Math.abs(balance)}</span>}{' '}
      {owed ? 'outstanding' : 'left'}
    </span>
  )
}

type OutstandingBannerProps = { balance: number; attended: number }

/** What the member owes the club, why, and how to pay; shown until it is paid. */
export function OutstandingBanner({ balance, attended }: OutstandingBannerProps) {
  const club = useClub()
  const store = club?.storeLinks.practices ?? null
  const contact = club?.contactEmail ?? null
  return (
    <div className={bannerClasses.banner}>
      <IconAlertTriangle size={24} stroke={1.75} aria-hidden />
      <div className={bannerClasses.body}>
        <p className={bannerClasses.owed}>{memberMessages.outstanding(-balance)}</p>
        <p className={bannerClasses.why}>{memberMessages.whyOutstanding(attended, balance + attended)}</p>
        {store !== null ? (
          <ExternalLink href={store} look="button">
            Purchase practices
          </ExternalLink>
        ) : contact !== null ? (
          <a href={`mailto:${contact}`}>Email the club to pay</a>
        ) : (
          <p className={bannerClasses.why}>{memberMessages.askHowToPay}</p>
        )}
      </div>
    </div>
  )
}
