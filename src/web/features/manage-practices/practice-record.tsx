import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import type { Selling } from '#web/features/door-sales/practice-sales.tsx'
import { toProblem } from '#web/lib/request.ts'
import { useKeptFocus } from '#web/ui/focus.ts'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import { SkeletonCard, Skeletons } from '#web/ui/page.tsx'
import { AttendeeList } from './attendee-list.tsx'
import { CarpoolList } from './carpool-list.tsx'
import type { Erasing } from './guest-rows.tsx'
import { practiceRecordQuery } from './manage-practices-query.ts'

type WithRecordProps = { practiceId: string; children: (record: PracticeRecord) => ReactNode }

/** Loads a practice with its people; it may be gone. */
export function WithRecord({ practiceId, children }: WithRecordProps) {
  useKeptFocus()
  const query = useQuery(practiceRecordQuery(practiceId))
  const problem = query.error && toProblem(query.error)
  if (problem?.kind === 'not-found') return <FormMessage tone="info">{officerMessages.practiceGone}</FormMessage>
  if (problem && !query.data) return <ErrorNote error={problem} onRetry={query.refetch} pending={query.isFetching} />
  if (!query.data)
    return (
      <Skeletons label="Loading practice">
        <SkeletonCard height={14} />
      </Skeletons>
    )
  return children(query.data)
}

type LiveListProps = {
  practiceId: string
  list: 'attendees' | 'add' | 'carpool'
  now: number
  onRemove: (memberId: string) => void
  erasing: Erasing
  selling: Selling
}

/** A list of the live practice in a dialog of the home page. */
export function LiveList({ practiceId, list, now, ...dialogs }: LiveListProps) {
  return (
    <WithRecord practiceId={practiceId}>
      {(record) =>
        list === 'carpool' ? (
          <CarpoolList record={record} now={now} named />
        ) : (
          <AttendeeList record={record} now={now} named adding={list === 'add'} {...dialogs} />
        )
      }
    </WithRecord>
  )
}
