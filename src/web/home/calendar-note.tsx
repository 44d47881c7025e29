import { IconCalendarOff, IconCloudOff } from '@tabler/icons-react'
import { messages } from '#domain/messages.ts'
import type { Problem } from '#web/problem.ts'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { QuietNote } from '#web/ui/quiet-note.tsx'

/** The outside calendar has not answered lately; what it said last is shown, and how old that is (D22). */
export function CalendarNote({ readAt, now }: { readAt: string | null; now: number }) {
  const times = useClubTimes()
  return (
    <QuietNote icon={<IconCalendarOff size={20} stroke={1.75} aria-hidden />}>
      {readAt === null
        ? messages.calendarNeverRead
        : messages.calendarStale(times.moment(Date.parse(readAt), times.dayOf(now), now))}
    </QuietNote>
  )
}

type OldNoteProps = { problem: Problem; knownAt: number; now: number; retry: () => Promise<unknown> }

/** The page could not be refreshed: what it shows is of an earlier moment. */
export function OldNote({ problem, knownAt, now, retry }: OldNoteProps) {
  const times = useClubTimes()
  const when = times.moment(knownAt, times.dayOf(now), now)
  return (
    <QuietNote
      role="status"
      icon={<IconCloudOff size={20} stroke={1.75} aria-hidden />}
      action={
        <ActionButton tone="quiet" onClick={retry}>
          Try again
        </ActionButton>
      }
    >
      {problem.kind === 'offline' ? messages.showingOffline(when) : messages.showingOld(when)}
    </QuietNote>
  )
}
