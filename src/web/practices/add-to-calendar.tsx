import { IconCalendarPlus, IconDownload } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useClub } from '#web/session/session.ts'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import classes from './add-to-calendar.module.css'
import { type CalendarPractice, calendarFileLink, googleCalendarLink } from './calendar-link.ts'

/** One practice for one's own calendar: two links behind a button. */
export function AddToCalendar({ practice }: { practice: CalendarPractice }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const club = useClub()
  const times = useClubTimes()
  const day = times.date(practice.startsOn, Date.parse(practice.startsAt))
  return (
    <div className={classes.add}>
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
          <a className={classes.file} href={calendarFileLink(practice)}>
            <IconDownload size={20} stroke={1.75} aria-hidden />
            Apple, Outlook (.ics)
          </a>
        </li>
      </ul>
    </div>
  )
}
