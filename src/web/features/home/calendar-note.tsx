import { IconCalendarOff } from '@tabler/icons-react'
import { memberMessages } from '#domain/text/member-messages.ts'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { QuietNote } from '#web/ui/quiet-note.tsx'

/** The outside calendar has not answered lately; what it said last is shown, and how old that is (D22). */
export function CalendarNote({ readAt, now }: { readAt: string | null; now: number }) {
  const times = useClubTimes()
  return (
    <QuietNote icon={<IconCalendarOff size={20} stroke={1.75} aria-hidden />}>
      {readAt === null
        ? memberMessages.calendarNeverRead
        : memberMessages.calendarStale(times.moment(Date.parse(readAt), times.dayOf(now), now))}
    </QuietNote>
  )
}
