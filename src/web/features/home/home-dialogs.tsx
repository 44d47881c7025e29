import { IconArrowsExchange, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useRef } from 'react'
import type { ClubMap, Home } from '#contract/home.ts'
import { findMap } from '#domain/maps.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { useHomeDialog, useLast } from '#web/addresses/use-address-dialog.ts'
import { CheckInHere, offersBuyPass } from '#web/features/passes/check-in-area.tsx'
import { PassCard } from '#web/features/passes/pass-card.tsx'
import { TwoBalances } from '#web/features/passes/two-balances.tsx'
import { passQuery } from '#web/features/passes/use-pass.ts'
import { useUsePass } from '#web/features/passes/use-pass-action.ts'
import { PassesUnavailable, UsePassButton } from '#web/features/passes/use-pass-button.tsx'
import { Balance } from '#web/features/practices/balance.tsx'
import { CarDialog } from '#web/features/practices/car-dialog.tsx'
import { GoingDialog } from '#web/features/practices/going-dialog.tsx'
import { Directions } from '#web/features/practices/practice-place.tsx'
import { UpcomingPractice } from '#web/features/practices/upcoming-practice.tsx'
import { useClubTimes } from '#web/lib/club-times.ts'
import { useClub } from '#web/lib/use-session.ts'
import { ActionButton, IconButton } from '#web/ui/buttons.tsx'
import { InfoDialog } from '#web/ui/dialog.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { ModalFrame } from '#web/ui/modal-frame.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import mapClasses from './map-dialog.module.css'
import { MapFrame } from './map-frame.tsx'
import passClasses from './pass-dialog.module.css'
import pastClasses from './past-dialog.module.css'
import { passTitle } from './tiles.tsx'
import upcomingClasses from './upcoming-dialog.module.css'

type HomeDialogsProps = { home: Home; now: number; officer: boolean }

/** Dialogs over the home page for all members; each checks the URL whether it is open. */
export function HomeDialogs({ home, now, officer }: HomeDialogsProps) {
  return (
    <>
      <PassDialog home={home} />
      {!officer && <PastDialog home={home} now={now} />}
      <UpcomingDialog home={home} now={now} />
      <MapDialog maps={home.maps} />
      <CarDialog practices={[...home.next, ...home.upcoming]} />
      <GoingDialog practices={[...home.next, ...home.upcoming]} />
    </>
  )
}

/** The active pass, to be shown to an officer; otherwise day passes left, with Use Pass. Buy Pass in either case. */
export function PassDialog({ home }: { home: Home }) {
  const { pass, live } = home
  const { search, close } = useHomeDialog()
  const open = search.open === 'pass'
  const usePass = useUsePass()
  // Refetches: the page behind may be stale.
  const fresh = useQuery({ ...passQuery, enabled: open, staleTime: 0, gcTime: 0, retry: false })
  const store = useClub()?.storeLinks.passes ?? null
  return (
    <InfoDialog open={open} onClose={close} title={passTitle(pass)}>
      {pass.current !== 'none' && <PassCard pass={pass} />}
      {pass.current === 'none' ? (
        <TwoBalances dayPasses={pass.dayPasses} balance={home.balance} />
      ) : (
        <p className={passClasses.left}>{count(pass.dayPasses, 'day pass', 'day passes')} left</p>
      )}
      <PassesUnavailable query={fresh} />
      <div className={passClasses.acts}>
        {live && <CheckInHere home={home} live={live} />}
        {!live && pass.current === 'none' && <UsePassButton pass={pass} usePass={usePass} />}
        {store !== null && !offersBuyPass(home) && (
          <ExternalLink href={store} look="button">
            Buy Pass
          </ExternalLink>
        )}
      </div>
    </InfoDialog>
  )
}

/** The member's last practices, how many they attended, and the paid balance. */
export function PastDialog({ home, now }: { home: Home; now: number }) {
  const { search, close } = useHomeDialog()
  const times = useClubTimes()
  const store = useClub()?.storeLinks.practices ?? null
  return (
    <InfoDialog open={search.open === 'past'} onClose={close} title="My Past Practices">
      <dl className={pastClasses.sums}>
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
      <p className={pastClasses.meaning}>{memberMessages.paidPracticeMeaning}</p>
      {home.past.length === 0 ? (
        <EmptyState next="Practices you check in to will appear here.">{memberMessages.noPastYet}</EmptyState>
      ) : (
        <ul className={pastClasses.list}>
          {home.past.map(({ id, title, startsOn }) => (
            <li key={id}>
              <span className={pastClasses.title}>{title}</span>
              <time dateTime={startsOn}>{times.date(startsOn, now)}</time>
            </li>
          ))}
        </ul>
      )}
      <Link to="/my-practices" className={pastClasses.all}>
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

/** The next five practices, however far ahead, with RSVP buttons. */
export function UpcomingDialog({ home, now }: { home: Home; now: number }) {
  const { search, close } = useHomeDialog()
  return (
    <InfoDialog
      open={search.open === 'upcoming' || search.over === 'upcoming'}
      onClose={close}
      title="Upcoming Practices"
    >
      {home.upcoming.length === 0 ? (
        <EmptyState next="New practices appear automatically.">{memberMessages.noUpcoming}</EmptyState>
      ) : (
        <ul className={upcomingClasses.list}>
          {home.upcoming.map((practice) => (
            <li key={practice.id} className={upcomingClasses.row}>
              <UpcomingPractice practice={practice} hasCar={home.hasCar} now={now} over="upcoming" />
            </li>
          ))}
        </ul>
      )}
    </InfoDialog>
  )
}

/** One map, full screen, and a button to switch to the other. */
export function MapDialog({ maps }: { maps: ClubMap[] }) {
  const { search, replace, close } = useHomeDialog()
  const asked = findMap(maps, search.map)
  const map = useLast(asked)
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  if (map === null) return null
  const other = maps.find(({ place }) => place !== map.place)
  return (
    <ModalFrame open={asked !== undefined} onClose={close} side="all" labelledBy={id} initialFocus={heading}>
      <div className={mapClasses.sheet}>
        <div className={mapClasses.head}>
          <div className={mapClasses.place}>
            <h2 id={id} ref={heading} tabIndex={-1} className={mapClasses.title}>
              {map.title}
            </h2>
            <p className={mapClasses.address}>{map.address}</p>
          </div>
          <IconButton label="Close" className={mapClasses.close} onClick={close}>
            <IconX size={24} stroke={1.75} aria-hidden />
          </IconButton>
        </div>
        <div className={mapClasses.view}>
          {/* A separate iframe per map: changing `src` would add a history entry for Back. */}
          <MapFrame key={map.place} map={map} />
        </div>
        <div className={mapClasses.acts}>
          {other && (
            <ActionButton
              size="lg"
              icon={<IconArrowsExchange size={20} stroke={1.75} aria-hidden />}
              onClick={() => replace({ map: other.place })}
            >
              Switch to <bdi>{other.title}</bdi>
            </ActionButton>
          )}
          <Directions to={map} name={map.title} look="large-button" gold />
        </div>
      </div>
    </ModalFrame>
  )
}
