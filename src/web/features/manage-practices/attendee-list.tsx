import { IconX } from '@tabler/icons-react'
import { Fragment, useEffect, useId, useState } from 'react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { lateCodeReason } from '#domain/check-in-code.ts'
import { inLine } from '#domain/isolated-text.ts'
import { kioskReason } from '#domain/kiosk.ts'
import { practiceBalance } from '#domain/ledger.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { outlookMessages } from '#domain/text/outlook-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { OfflineGuard } from '#web/features/data-table/offline-guard.tsx'
import type { Selling } from '#web/features/door-sales/practice-sales.tsx'
import { SellButton } from '#web/features/door-sales/sell-button.tsx'
import { api } from '#web/lib/api.ts'
import { type ClubTimes, useClubTimes } from '#web/lib/club-times.ts'
import { useLazy } from '#web/lib/lazy-code.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { refreshHome } from '#web/queries/home.ts'
import { ActionButton, IconButton } from '#web/ui/buttons.tsx'
import { Chip } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import { AddGuest } from './add-guest.tsx'
import { AddPerson } from './add-person.tsx'
import { EnterEmail, EnterPerson, HeldNote } from './enter-attendance.tsx'
import { EraseGuest, type Erasing, GuestRow, guestCells, guestsOf } from './guest-rows.tsx'
import { ListHead, ListMenu } from './list-menu.tsx'
import { refreshRecord } from './manage-practices-query.ts'
import classes from './people.module.css'
import { PersonRow } from './person-row.tsx'
import { PreRegisteredEmails } from './pre-registered-emails.tsx'
import { RollCall } from './roll-call.tsx'
import { cameWithoutRsvp, isExpected, missingIn, turnoutOf } from './turnout.ts'

type Attendee = PracticeRecord['attendees'][number]
type AttendeeListProps = {
  record: PracticeRecord
  now: number
  /** Under a title that isn't the practice's, so that its name is needed. */
  named?: boolean
  /** The field for adding someone has the focus from the start. */
  adding?: boolean
  /** Opens the dialog that asks whether to remove this member. */
  onRemove: (memberId: string) => void
  erasing: Erasing
  selling: Selling
}

/** Roll call: who is expected, and who attended, who checked them in and why; officers can add and remove people. */
export function AttendeeList({ record, now, named, adding, onRemove, erasing, selling }: AttendeeListProps) {
  const { practice, attendees } = record
  const id = useId()
  const times = useClubTimes()
  const waiting = record.emails.filter(({ kind }) => kind === 'attendance').map(({ email }) => email)
  const begun = practice.state !== 'planned'
  const withoutRsvp = practice.state === 'over' ? cameWithoutRsvp(record) : new Set()
  const guests = guestsOf(record)
  const sells = practice.state === 'live' || (begun && practice.startsOn === times.dayOf(now))
  const sales = useSales(begun, selling)
  const onSell = sells ? selling.onSell : undefined
  // Before a practice begins there is usually nothing to edit.
  const Edits = begun || waiting.length > 0 ? OfflineGuard : Fragment
  return (
    <>
      <ListHead
        menu={
          // From the start, so that the first check-in doesn't move the rows.
          (begun || waiting.length > 0) && <AttendeeMenu record={record} waiting={waiting} times={times} now={now} />
        }
      >
        {named && (
          <>
            <bdi>{practice.title}</bdi> · <span className={classes.date}>{times.date(practice.startsOn, now)}</span>
            <br />
          </>
        )}
        {begun ? (
          <strong role="status" className={classes.turnout}>
            {named ? turnoutOf(record) : missingIn(record)}
          </strong>
        ) : (
          officerMessages.attendanceNotBegun
        )}
        {withoutRsvp.size > 0 && <> · {outlookMessages.cameWithoutRsvp(withoutRsvp.size)}</>}
      </ListHead>
      <Edits>
        {begun && <AddAttendee record={record} focused={adding} onSell={onSell} />}
        {begun && (
          <RollCall record={record} title={practice.state === 'over' ? 'No-shows' : 'Expected'} onSell={onSell} />
        )}
        {attendees.length + guests.length === 0 ? (
          <EmptyState>{memberMessages.noAttendees}</EmptyState>
        ) : (
          <section className={classes.section} aria-labelledby={id}>
            <h3 id={id}>{practice.state === 'over' ? 'Came' : 'Here'}</h3>
            <ul className={classes.list} aria-label="Attendees">
              {attendees.map((each) => (
                <PersonRow
                  key={each.memberId}
                  person={each}
                  note={
                    <>
                      <How attendee={each} startsOn={practice.startsOn} times={times} now={now} />
                      {withoutRsvp.has(each.memberId) && <> · {outlookMessages.withoutRsvp}</>}
                    </>
                  }
                  action={
                    each.email !== '' && (
                      <span className={classes.actions}>
                        {onSell && <SellButton briefly name={each.name} onClick={() => onSell(each.memberId)} />}
                        {isLate(each) && practice.state === 'live' ? (
                          <UndoLate practiceId={practice.id} attendee={each} />
                        ) : (
                          <RemoveButton attendee={each} onRemove={onRemove} />
                        )}
                      </span>
                    )
                  }
                />
              ))}
              {guests.map((guest) => (
                <GuestRow
                  key={guest.id}
                  practiceId={practice.id}
                  guest={guest}
                  moment={times.moment(Date.parse(guest.enteredAt), practice.startsOn, now)}
                  onErase={() => erasing.onAsk(guest.guestId)}
                />
              ))}
            </ul>
          </section>
        )}
        <PreRegisteredEmails record={record} kind="attendance" />
        {begun && sales && (
          <sales.PracticeSales
            record={record}
            now={now}
            selling={selling}
            onDone={() => Promise.all([refreshRecord(practice.id), refreshHome()])}
          />
        )}
      </Edits>
      <EraseGuest record={record} erasing={erasing} />
    </>
  )
}

/** How long other parts of the list, which are nearer to the thumb, have to load first. */
const salesAfterMs = 1000

/** What was sold, below everything else. */
function useSales(begun: boolean, { buyerId, saleId, onClose }: Selling) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), salesAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const isWaitedFor = buyerId !== undefined || saleId !== undefined
  return useLazy(() => import('#web/features/door-sales/practice-sales.tsx'), {
    asked: begun && (isDue || isWaitedFor),
    quiet: !isWaitedFor,
    onMissing: onClose,
  })
}

type AttendeeMenuProps = { record: PracticeRecord; waiting: string[]; times: ClubTimes; now: number }

function AttendeeMenu({ record, waiting, times, now }: AttendeeMenuProps) {
  const { practice, attendees } = record
  const guests = guestsOf(record).map((guest) =>
    guestCells(guest, times.moment(Date.parse(guest.enteredAt), practice.startsOn, now)),
  )
  const momentOfThis = (each: Attendee) => momentOf(each, practice.startsOn, times, now)
  return (
    <ListMenu
      emails={[...attendees.map(({ email }) => email), ...guests.map(([, email = '']) => email), ...waiting].filter(
        (email) => email !== '',
      )}
      file={{
        name: `attendees-${practice.startsOn}`,
        head: ['Name', 'Email', 'Checked in', 'By', 'Reason'],
        rows: [
          ...attendees.map((each) => [nameOf(each), each.email, momentOfThis(each), byWhom(each), each.reason]),
          ...guests,
          ...waiting.map((email) => ['', email, '', 'no account yet', '']),
        ],
      }}
      paper={{
        practice,
        title: 'Attendees',
        count: count(attendees.length + guests.length, 'person', 'people'),
        head: ['Name', 'Checked in'],
        rows: [
          ...attendees.map((each) => ({
            id: each.memberId,
            cells: [nameOf(each), `${momentOfThis(each)}, ${byWhom(each)}`],
          })),
          ...guests.map(([name = '', , moment, , guestOf], i) => ({
            id: `guest ${i}`,
            cells: [name, `${moment}, ${guestOf}`],
          })),
          ...waiting.map((email) => ({ id: email, cells: [email, 'no account yet'] })),
        ],
      }}
    />
  )
}

type AddAttendeeProps = {
  record: PracticeRecord
  focused: boolean | undefined
  onSell: ((memberId: string) => void) | undefined
}

function AddAttendee({ record, focused, onSell }: AddAttendeeProps) {
  const { practice, attendees } = record
  return (
    <AddPerson
      focused={focused}
      listed={attendees.map(({ memberId }) => memberId)}
      likely={record.answers.filter((each) => isExpected(each, record)).map(({ memberId }) => memberId)}
      person={(person, done) => (
        <EnterPerson
          key={person.id}
          practice={practice}
          person={person}
          held={person}
          onSell={onSell}
          note={<HeldNote held={{ ...person, balance: practiceBalance(person) }} />}
          onDone={() => {
            toast({ text: officerMessages.attendeeAdded(person.name) })
            done()
          }}
        />
      )}
      email={(email, done) => <EnterEmail key={email} practice={practice} email={email} onDone={done} />}
      {...(record.guestRules?.allowed && {
        more: (typed: string, done: () => void) => <AddGuest record={record} typed={typed} onDone={done} />,
      })}
    />
  )
}

type HowProps = { attendee: Attendee; startsOn: string; times: ClubTimes; now: number }

function How({ attendee, startsOn, times, now }: HowProps) {
  return (
    <>
      <time dateTime={attendee.checkedInAt}>{momentOf(attendee, startsOn, times, now)}</time> · {byWhom(attendee)}
      {(isLate(attendee) || isAtKiosk(attendee)) && (
        <>
          {' '}
          <Chip>{attendee.reason}</Chip>
        </>
      )}
      {attendee.reason !== '' && !isLate(attendee) && !isAtKiosk(attendee) && (
        <span className={classes.reason}>
          {' '}
          “<bdi>{attendee.reason}</bdi>”
        </span>
      )}
    </>
  )
}

/** Checked in with a code that had been replaced minutes ago. */
function isLate({ checkedInBy, reason }: Attendee) {
  return checkedInBy === 'self' && reason === lateCodeReason
}

/** Marked, because anyone there can type any name. */
function isAtKiosk({ checkedInBy, reason }: Attendee) {
  return checkedInBy === 'self' && reason === kioskReason
}

function UndoLate({ practiceId, attendee }: { practiceId: string; attendee: Attendee }) {
  const { memberId, name } = attendee
  const undo = useIdempotentMutation(api.practices.removeAttendee, { onDone: () => refreshRecord(practiceId) })
  return (
    <>
      <ActionButton
        sends
        tone="quiet"
        pending={undo.pending}
        label={inLine`Undo check-in of ${name}`}
        onClick={async () => {
          await undo.act({ practiceId, memberId })
        }}
      >
        Undo
      </ActionButton>
      <ErrorNote error={undo.problem} onRetry={undo.retry} pending={undo.pending} />
    </>
  )
}

function RemoveButton({ attendee, onRemove }: { attendee: Attendee; onRemove: (memberId: string) => void }) {
  return (
    <IconButton
      label={inLine`Remove ${attendee.name}`}
      className={classes.cross}
      aria-haspopup="dialog"
      data-remove={attendee.memberId}
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
