import { IconDownload } from '@tabler/icons-react'
import { useClub } from '#web/lib/use-session.ts'
import { ButtonLink, ExternalLink } from '#web/ui/external-link.tsx'
import { type CalendarPractice, calendarFileLink, googleCalendarLink } from './calendar-link.ts'

/** Adds one practice to the member's own calendar. */
export function CalendarLinks({ practice }: { practice: CalendarPractice }) {
  const club = useClub()
  return (
    <>
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
    </>
  )
}
