import { IconMapPin } from '@tabler/icons-react'
import type { Home } from '#contract/home.ts'
import type { PracticeCard } from '#contract/practices.ts'
import { messages } from '#domain/messages.ts'
import { AddToCalendar } from '#web/practices/add-to-calendar.tsx'
import { RsvpButtons } from '#web/practices/rsvp-buttons.tsx'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { Chip } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { InfoDialog } from '#web/ui/info-dialog.tsx'
import classes from './upcoming-dialog.module.css'
import { useHomeDialog } from './use-home-dialog.ts'

/** The next five, however far ahead, each to be answered. */
export function UpcomingDialog({ home, now }: { home: Home; now: number }) {
  const { search, close } = useHomeDialog()
  return (
    <InfoDialog
      open={search.open === 'upcoming' || search.over === 'upcoming'}
      onClose={close}
      title="Upcoming Practices"
    >
      {home.upcoming.length === 0 ? (
        <EmptyState next="New ones show here by themselves.">{messages.noUpcoming}</EmptyState>
      ) : (
        <ul className={classes.list}>
          {home.upcoming.map((practice) => (
            <Row key={practice.id} practice={practice} hasCar={home.hasCar} now={now} />
          ))}
        </ul>
      )}
    </InfoDialog>
  )
}

function Row({ practice, hasCar, now }: { practice: PracticeCard; hasCar: boolean; now: number }) {
  const times = useClubTimes()
  const { date, time } = times.when(practice, now)
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <div className={classes.top}>
          <h3 className={classes.date}>
            <time dateTime={practice.startsOn}>{date}</time>
          </h3>
          <span className={classes.chips}>
            {practice.sample && <Chip tone="outline">Sample</Chip>}
            <Chip>{times.relative(practice, now)}</Chip>
          </span>
        </div>
        <p>
          <span className={classes.title}>{practice.title}</span> ·{' '}
          <span className={classes.time}>{time ?? 'all day'}</span>
        </p>
        {practice.location !== '' && (
          <p className={classes.place}>
            <IconMapPin size={20} stroke={1.75} aria-hidden />
            {practice.location}
          </p>
        )}
      </div>
      <RsvpButtons practice={practice} hasCar={hasCar} over="upcoming" />
      <AddToCalendar practice={practice} />
    </li>
  )
}
