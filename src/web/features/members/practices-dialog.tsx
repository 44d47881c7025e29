import { useQuery } from '@tanstack/react-query'
import type { MemberRow } from '#contract/members.ts'
import type { AttendedPractice } from '#contract/my-practices.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { count } from '#domain/text/messages.ts'
import { toProblem } from '#web/lib/api-error.ts'
import { useLast } from '#web/shell/use-address-dialog.ts'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { InfoDialog } from '#web/ui/info-dialog.tsx'
import { SkeletonCard } from '#web/ui/loading.tsx'
import { recordQuery } from './members-query.ts'
import classes from './practices-dialog.module.css'
import { useMembersDialog } from './use-members-dialog.ts'

/** Every practice that somebody attended, newest first. */
export function PracticesDialog({ members, now }: { members: MemberRow[]; now: number }) {
  const { search, close } = useMembersDialog()
  const asked = search.open === 'practices'
  const present = members.find(({ id }) => asked && id === search.member)
  const member = useLast(present)
  return (
    <InfoDialog
      open={asked && present !== undefined}
      onClose={close}
      title={`Practices attended by ${member?.name ?? ''}`}
    >
      {member && <Practices memberId={member.id} now={now} />}
    </InfoDialog>
  )
}

function Practices({ memberId, now }: { memberId: string; now: number }) {
  const query = useQuery(recordQuery(memberId))
  if (query.isPending) return <SkeletonCard height={10} />
  if (!query.data) return <ErrorNote error={toProblem(query.error)} onRetry={query.refetch} />
  const { practices } = query.data
  if (practices.length === 0) return <EmptyState>{memberMessages.noPastFound}</EmptyState>
  return (
    <>
      <p>{count(practices.length, 'practice')} attended</p>
      <ul className={classes.list}>
        {practices.map((practice) => (
          <Practice key={practice.id} practice={practice} now={now} />
        ))}
      </ul>
    </>
  )
}

function Practice({ practice, now }: { practice: AttendedPractice; now: number }) {
  const times = useClubTimes()
  const { title, startsOn, checkedInAt, reason } = practice
  return (
    <li className={classes.row}>
      <span className={classes.title}>{title}</span>
      <time dateTime={startsOn}>{times.date(startsOn, now)}</time>
      <span className={classes.how}>
        Checked in <time dateTime={checkedInAt}>{times.moment(Date.parse(checkedInAt), startsOn, now)}</time>{' '}
        {byWhom(practice)}
        {reason !== '' && ` “${reason}”`}
      </span>
    </li>
  )
}

function byWhom({ checkedInBy, officer }: AttendedPractice) {
  if (checkedInBy === 'me') return '(self check-in)'
  if (checkedInBy === 'list') return 'added by email before they signed up'
  return `by ${officer ?? 'an officer'}`
}
