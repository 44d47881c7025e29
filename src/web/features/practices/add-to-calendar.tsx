import { IconCalendarPlus, IconDownload } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useClub } from '#web/auth/use-session.ts'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { ButtonLink, ExternalLink } from '#web/ui/external-link.tsx'
import classes from './add-to-calendar.module.css'
import { type CalendarPractice, calendarFileLink, googleCalendarLink } from './calendar-link.ts'

type AddToCalendarProps = { practice: CalendarPractice; children: ReactNode }

/** One practice for one's own calendar: two links behind a button, which stands at the end of another line. */
export function AddToCalendar({ practice, children }: AddToCalendarProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const club = useClub()
  const times = useClubTimes()
  const day = times.date(practice.startsOn, Date.parse(practice.startsAt))
  return (
    <div className={classes.add}>
      {children}
      <ActionButton
        tone="quiet"
        className={classes.button}
        icon={<IconCalendarPlus size={20} stroke={1.75} aria-hidden />}
        label={`Add to calendar: ${practice.title}, ${day}`}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        Add to calendar
      </ActionButton>
      <ul id={id} className={classes.links} hidden={!open}>
        <li>
          <ExternalLink href={googleCalendarLink(practice, club?.timeZone ?? 'UTC')} look="button">
            Google Calendar
          </ExternalLink>
        </li>
        <li>
          <ButtonLink href={calendarFileLink(practice)}>
            <IconDownload size={20} stroke={1.75} aria-hidden />
            Apple, Outlook (.ics)
          </ButtonLink>
        </li>
      </ul>
    </div>
  )
}
