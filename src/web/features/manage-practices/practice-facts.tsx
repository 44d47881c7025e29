import { IconAlignLeft, IconCalendarEvent, IconClock, IconMapPin, IconUsersGroup } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { count } from '#domain/text/public-messages.ts'
import { PlainText } from '#web/features/practices/plain-text.tsx'
import { spotsText } from '#web/features/practices/rsvp-changes.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { Chip } from '#web/ui/card.tsx'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import classes from './practice-facts.module.css'
import { limitInWords } from './practice-words.ts'
import { minutesOf } from './select-practices.ts'

/** When and where a practice is, how many may come, and what for: a few lines, so that its people are in sight. */
export function PracticeFacts({ practice, now }: { practice: PracticeRecord['practice']; now: number }) {
  const { date, time } = useClubTimes().when(practice, now)
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
  return (
    <dl className={classes.facts}>
      <Fact name="Date" icon={<IconCalendarEvent {...icon} />}>
        <time dateTime={practice.startsAt}>{time === null ? `${date}, all day` : `${date} · ${time}`}</time>
        {practice.sample && (
          <>
            {' '}
            <Chip tone="outline">Sample</Chip>
          </>
        )}
      </Fact>
      <Fact name="Length" icon={<IconClock {...icon} />}>
        {count(minutesOf(practice), 'minute')}
      </Fact>
      <Fact name="Attendance Limit" icon={<IconUsersGroup {...icon} />}>
        {spotsText(practice) ?? limitInWords(practice)}
      </Fact>
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

/** About two lines on a phone. */
const shortest = 90

function Description({ children }: { children: string }) {
  const isLong = children.length > shortest || children.includes('\n')
  const [whole, setWhole] = useState(false)
  return (
    <>
      <span className={classes.description} data-cut={(isLong && !whole) || undefined}>
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
