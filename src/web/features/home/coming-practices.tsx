import { IconPlayerPlay } from '@tabler/icons-react'
import { useId } from 'react'
import type { ClubMap, Home } from '#contract/home.ts'
import type { PracticeCard } from '#contract/practices.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { useHomeDialog } from '#web/addresses/use-address-dialog.ts'
import { CancelMessage } from '#web/features/practices/cancel-message.tsx'
import { PracticePlace } from '#web/features/practices/practice-place.tsx'
import { RsvpButtons } from '#web/features/practices/rsvp-buttons.tsx'
import { useClubTimes } from '#web/lib/club-times.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card, Chip, Eyebrow } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import cancelledClasses from './cancelled-card.module.css'
import classes from './next-practice.module.css'

type NextPracticeProps = {
  practice: PracticeCard
  now: number
  /** Says when check-in opens: on the first practice, while none is live. */
  opens: boolean
  hasCar: boolean
  maps: ClubMap[]
  /** What Start Practice needs; null for members. */
  start: { live: PracticeCard | null; gold: boolean } | null
}

export function NextPractice({ practice, now, opens, hasCar, maps, start }: NextPracticeProps) {
  const times = useClubTimes()
  const id = useId()
  const { date, time } = times.when(practice, now, times.dayName)
  const relative = times.relative(practice, now)
  return (
    <Card as="section" aria-labelledby={`${id}-title ${id}-date ${id}-time`} className={classes.card}>
      <div className={classes.top}>
        <Eyebrow>
          <time id={`${id}-date`} dateTime={practice.startsOn}>
            {date}
          </time>
          {relative.toLowerCase() !== date.toLowerCase() && ` · ${relative}`}
        </Eyebrow>
        {practice.sample && <Chip tone="outline">Sample</Chip>}
      </div>
      <div className={classes.what}>
        <h2 className={classes.time} id={`${id}-time`}>
          {time === null ? 'All day' : <time dateTime={practice.startsAt}>{time}</time>}
        </h2>
        <p id={`${id}-title`} className={classes.title}>
          {practice.title}
        </p>
        <PracticePlace location={practice.location} maps={maps} />
      </div>
      <RsvpButtons practice={practice} hasCar={hasCar} asks />
      {(opens || start) && (
        <div className={classes.foot}>
          {opens && (
            <p className={classes.later}>
              <strong>{memberMessages.notStarted}</strong> {memberMessages.checkInOpens}
            </p>
          )}
          {start && <StartPractice practice={practice} now={now} {...start} />}
        </div>
      )}
    </Card>
  )
}

type StartPracticeProps = { practice: PracticeCard; now: number; live: PracticeCard | null; gold: boolean }

/** For officers: Start Practice within the start window; before it, when the window opens. */
function StartPractice({ practice, now, live, gold }: StartPracticeProps) {
  const times = useClubTimes()
  const dialog = useHomeDialog()
  const from = Date.parse(practice.startableFrom)
  return (
    <>
      {now < from ? (
        <p className={classes.later}>
          You can start it at{' '}
          <time dateTime={practice.startableFrom}>{times.moment(from, practice.startsOn, now)}</time>
        </p>
      ) : (
        <ActionButton
          tone={gold ? 'gold' : 'plain'}
          size={gold ? 'lg' : 'md'}
          fullWidth
          icon={<IconPlayerPlay size={20} stroke={1.75} aria-hidden />}
          reason={live ? memberMessages.anotherLive(live.title) : null}
          aria-haspopup="dialog"
          onClick={() => dialog.open({ open: 'start', practice: practice.id })}
        >
          Start Practice
        </ActionButton>
      )}
    </>
  )
}

/** No practice within the days that Home looks ahead. */
export function NoNext({ home, now }: { home: Home; now: number }) {
  const times = useClubTimes()
  const dialog = useHomeDialog()
  const later = home.upcoming[0]
  return (
    <Card flush>
      <EmptyState
        next={
          later ? (
            <>
              <p>{`The next one is on ${times.date(later.startsOn, now)}.`}</p>
              <ActionButton tone="quiet" aria-haspopup="dialog" onClick={() => dialog.open({ open: 'upcoming' })}>
                See all upcoming practices
              </ActionButton>
            </>
          ) : (
            'New practices appear automatically.'
          )
        }
      >
        {memberMessages.noUpcoming}
      </EmptyState>
    </Card>
  )
}

/** A practice the member had an RSVP for, and which was canceled. */
export function CancelledCard({ practice, now }: { practice: PracticeCard; now: number }) {
  const { date, time } = useClubTimes().when(practice, now)
  return (
    <section className={cancelledClasses.card}>
      <Eyebrow>Canceled</Eyebrow>
      <h2 className={cancelledClasses.title}>
        <s>{practice.title}</s>
      </h2>
      <p className={cancelledClasses.when}>
        <s>
          <time dateTime={practice.startsAt}>{time === null ? `${date}, all day` : `${date} · ${time}`}</time>
        </s>
      </p>
      <CancelMessage>{practice.cancelMessage}</CancelMessage>
    </section>
  )
}
