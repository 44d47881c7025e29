import { IconX } from '@tabler/icons-react'
import { Fragment } from 'react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { inLine } from '#domain/isolated-text.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { CopyEmails, DownloadCsv } from '#web/features/data-table/export-list.tsx'
import { OfflineGuard } from '#web/features/data-table/offline-guard.tsx'
import { api } from '#web/lib/api.ts'
import { type ClubTimes, useClubTimes } from '#web/lib/club-times.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { IconButton } from '#web/ui/buttons.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import { AddPerson, PreRegisteredEmails } from './add-person.tsx'
import { refreshRecord } from './manage-practices-query.ts'
import classes from './people.module.css'
import { PersonRow } from './person-row.tsx'
import { PrintList } from './print-list.tsx'

type Attendee = PracticeRecord['attendees'][number]
type AttendeeListProps = {
  record: PracticeRecord
  now: number
  /** Under a title that isn't the practice's, so that its name is needed. */
  named?: boolean
  /** Opens the dialog that asks whether to remove this member. */
  onRemove: (memberId: string) => void
}

/** Who attended, who checked them in and why; officers can add and remove people. */
export function AttendeeList({ record, now, named, onRemove }: AttendeeListProps) {
  const { practice, attendees } = record
  const times = useClubTimes()
  const waiting = record.emails.filter(({ kind }) => kind === 'attendance').map(({ email }) => email)
  const emails = [...attendees.map(({ email }) => email).filter((email) => email !== ''), ...waiting]
  // Before a practice begins there is usually nothing to edit.
  const Edits = practice.state === 'planned' && waiting.length === 0 ? Fragment : OfflineGuard
  return (
    <>
      {named && (
        <p className={classes.about}>
          <bdi>{practice.title}</bdi> · {times.date(practice.startsOn, now)} ·{' '}
          {count(attendees.length, 'person', 'people')}
        </p>
      )}
      <Edits>
        {practice.state === 'planned' ? (
          <p className={classes.about}>{officerMessages.attendanceNotBegun}</p>
        ) : (
          <AddAttendee record={record} />
        )}
        {attendees.length === 0 ? (
          <EmptyState>{memberMessages.noAttendees}</EmptyState>
        ) : (
          <ul className={classes.list} aria-label="Attendees">
            {attendees.map((each) => (
              <PersonRow
                key={each.memberId}
                person={each}
                note={<How attendee={each} startsOn={practice.startsOn} times={times} now={now} />}
                action={each.email !== '' && <RemoveButton attendee={each} onRemove={onRemove} />}
              />
            ))}
          </ul>
        )}
        <PreRegisteredEmails record={record} kind="attendance" />
      </Edits>
      {attendees.length + waiting.length > 0 && (
        <div className={classes.tools}>
          <CopyEmails emails={emails} />
          <DownloadCsv
            name={`attendees-${practice.startsOn}`}
            head={['Name', 'Email', 'Checked in', 'By', 'Reason']}
            rows={[
              ...attendees.map((each) => [
                nameOf(each),
                each.email,
                momentOf(each, practice.startsOn, times, now),
                byWhom(each),
                each.reason,
              ]),
              ...waiting.map((email) => ['', email, '', 'no account yet', '']),
            ]}
          />
          <PrintList
            practice={practice}
            title="Attendees"
            count={count(attendees.length, 'person', 'people')}
            head={['Name', 'Checked in']}
            rows={[
              ...attendees.map((each) => ({
                id: each.memberId,
                cells: [nameOf(each), `${momentOf(each, practice.startsOn, times, now)}, ${byWhom(each)}`],
              })),
              ...waiting.map((email) => ({ id: email, cells: [email, 'no account yet'] })),
            ]}
          />
        </div>
      )}
    </>
  )
}

function AddAttendee({ record }: { record: PracticeRecord }) {
  const { practice, attendees } = record
  const options = { onDone: () => refreshRecord(practice.id) }
  const enter = useIdempotentMutation(api.managePractices.setAttendance, options)
  const list = useIdempotentMutation(api.managePractices.addEmail, options)
  return (
    <AddPerson
      verb={practice.state === 'live' ? 'Check in' : 'Add'}
      listed={attendees.map(({ memberId }) => memberId)}
      reasonMeaning={officerMessages.reasonMeaning[practice.state === 'live' ? 'live' : 'over']}
      problem={enter.problem ?? list.problem}
      clear={() => {
        enter.clear()
        list.clear()
      }}
      onPerson={async ({ id, name }, reason) => {
        if (!(await enter.act({ practiceId: practice.id, memberId: id, attended: true, reason }))) return false
        toast({ text: officerMessages.attendeeAdded(name) })
        return true
      }}
      onEmail={async (email, reason) => {
        const done = await list.act({ practiceId: practice.id, email, kind: 'attendance', reason })
        if (done === null) return false
        toast({
          text: done.added === 'listed' ? officerMessages.emailListed(email) : officerMessages.emailHasAccount(email),
        })
        return true
      }}
    />
  )
}

type HowProps = { attendee: Attendee; startsOn: string; times: ClubTimes; now: number }

function How({ attendee, startsOn, times, now }: HowProps) {
  return (
    <>
      <time dateTime={attendee.checkedInAt}>{momentOf(attendee, startsOn, times, now)}</time> · {byWhom(attendee)}
      {attendee.reason !== '' && (
        <span className={classes.reason}>
          {' '}
          “<bdi>{attendee.reason}</bdi>”
        </span>
      )}
    </>
  )
}

function RemoveButton({ attendee, onRemove }: { attendee: Attendee; onRemove: (memberId: string) => void }) {
  return (
    <IconButton
      label={inLine`Remove ${attendee.name}`}
      className={classes.cross}
      aria-haspopup="dialog"
      onClick={() => onRemove(attendee.memberId)}
    >
      <IconX size={20} stroke={1.75} aria-hidden />
    </IconButton>
  )
}

function momentOf({ checkedInAt }: Attendee, startsOn: string, times: ClubTimes, now: number) {
  return times.moment(Date.parse(checkedInAt), startsOn, now)
}

function byWhom({ checkedInBy, officer }: Attendee) {
  if (checkedInBy === 'self') return 'self check-in'
  if (checkedInBy === 'list') return 'added before they signed up'
  return officer === null ? 'by an officer' : inLine`by ${officer}`
}

function nameOf({ name }: Attendee) {
  return name || officerMessages.bySomebodyGone
}
