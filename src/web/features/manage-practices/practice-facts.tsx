import {
  IconAlignLeft,
  IconCalendarEvent,
  IconClock,
  IconHourglassLow,
  IconMapPin,
  IconUsersGroup,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { count } from '#domain/text/public-messages.ts'
import { PlainText } from '#web/features/practices/plain-text.tsx'
import { spotsText } from '#web/features/practices/rsvp-changes.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { Chip } from '#web/ui/card.tsx'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import { deadlineInWords } from './deadline-words.ts'
import classes from './practice-facts.module.css'
import { limitInWords } from './practice-words.ts'
import { minutesOf } from './select-practices.ts'

/** When and where a practice is, how many may come, and what for: a few lines, so that its people are in sight. */
export function PracticeFacts({ practice, now }: { practice: PracticeRecord['practice']; now: number }) {
  const times = useClubTimes()
  const { date, time } = times.when(practice, now)
  // The previous release, which may still answer during an update, knows neither.
  const { replyBy = null, clubDeadlineHours = 0 } = practice
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
  return (
    <dl className={classes.facts}>
      <Fact name="Date" icon={<IconCalendarEvent {...icon} />}>
        <time dateTime={practice.startsAt}>{time === null ? `${date}, all day` : `${date} · ${time}`}</time>
      </Fact>
      <Fact name="Length" icon={<IconClock {...icon} />}>
        <span>{count(minutesOf(practice), 'minute')}</span>
        {practice.sample && (
          <>
            {' '}
            <Chip tone="outline">Sample</Chip>
          </>
        )}
      </Fact>
      <Fact name="Attendance Limit" icon={<IconUsersGroup {...icon} />}>
        {spotsText(practice) ?? limitInWords(practice)}
      </Fact>
      {(replyBy !== null || clubDeadlineHours > 0) && (
        <Fact name="Reply Deadline" icon={<IconHourglassLow {...icon} />}>
          {deadlineInWords({ replyBy }, times, now)}
        </Fact>
      )}
      {practice.location !== '' && (
        <Fact name="Location" icon={<IconMapPin {...icon} />}>
          {practice.location}
        </Fact>
      )}
      {practice.description !== '' && (
        <Fact name="Description" icon={<IconAlignLeft {...icon} />} wide>
          <Description>{practice.description}</Description>
        </Fact>
      )}
    </dl>
  )
}

type FactProps = { name: string; icon: ReactNode; wide?: boolean; children: ReactNode }

function Fact({ name, icon, wide, children }: FactProps) {
  return (
    <div className={classes.fact} data-wide={wide}>
      <dt>
        {icon}
        <ReadOut>{name}</ReadOut>
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Two lines, and the rest with a press. */
function Description({ children }: { children: string }) {
  const text = useRef<HTMLSpanElement>(null)
  const [isLong, setLong] = useState(false)
  const [whole, setWhole] = useState(false)

  // Also called as it first becomes visible: a dialog that is about to open has no height yet.
  useEffect(() => {
    const element = text.current
    if (element === null || whole) return
    const watcher = new ResizeObserver(() => setLong(element.scrollHeight > element.clientHeight + 1))
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [whole])

  return (
    <>
      <span ref={text} className={classes.description} data-cut={!whole || undefined}>
        <PlainText>{children}</PlainText>
      </span>
      {isLong && (
        <button type="button" className={classes.more} aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? 'Less' : 'More'}
          <ReadOut> of the description</ReadOut>
        </button>
      )}
    </>
  )
}
