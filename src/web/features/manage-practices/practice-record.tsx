import { useQuery } from '@tanstack/react-query'
import { officerMessages } from '#domain/text/officer-messages.ts'
import type { PracticeList } from '#web/addresses/manage-practices-search.ts'
import { toProblem } from '#web/lib/request.ts'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import { SkeletonCard, Skeletons } from '#web/ui/page.tsx'
import { AttendeeList } from './attendee-list.tsx'
import { CarpoolList } from './carpool-list.tsx'
import { practiceRecordQuery } from './manage-practices-query.ts'
import { PracticeDetails } from './practice-details.tsx'
import { RainOut } from './rain-out.tsx'
import { RsvpList } from './rsvp-list.tsx'

type PracticeRecordSectionsProps = {
  practiceId: string
  /** One of the lists; without it, the details. */
  list: PracticeList | undefined
  now: number
  onRemove: (memberId: string) => void
}

/** Content of a practice dialog, here and on the home page. */
export function PracticeRecordSections({ practiceId, list, now, onRemove }: PracticeRecordSectionsProps) {
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
  if (list === 'answers') return <RsvpList record={query.data} now={now} />
  if (list === 'rain-out') return <RainOut record={query.data} now={now} />
  if (list === 'attendees') return <AttendeeList record={query.data} now={now} onRemove={onRemove} />
  if (list === 'carpool') return <CarpoolList record={query.data} now={now} />
  return <PracticeDetails record={query.data} now={now} />
}
