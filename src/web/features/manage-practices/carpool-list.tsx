import { IconPlus } from '@tabler/icons-react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import type { Rm01 } from '#domain/drivers.ts'
import { inLine } from '#domain/isolated-text.ts'
import { memberMessages, seatsForOthers } from '#domain/text/member-messages.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { OfflineGuard } from '#web/features/data-table/offline-guard.tsx'
import { api } from '#web/lib/api.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import { ToggleButton } from '#web/ui/toggle-button.tsx'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import { AddPerson, EmailRow } from './add-person.tsx'
import { type Driver, driversIn } from './drivers-in.ts'
import { emailAdded } from './email-added.ts'
import type { Person } from './find-people.ts'
import { ListHead, ListMenu } from './list-menu.tsx'
import { refreshRecord } from './manage-practices-query.ts'
import classes from './people.module.css'
import { PersonRow } from './person-row.tsx'
import { PreRegisteredEmails } from './pre-registered-emails.tsx'
import { driversInWords } from './select-practices.ts'

/** Officers check this before someone drives others. */
const rm01InWords: Record<Rm01, string> = {
  'not-needed': '',
  missing: 'No RM01',
  declared: 'Says RM01 is done',
  approved: 'RM01 approved',
  ending: 'RM01 approval expires soon',
  ended: 'RM01 approval expired',
}

/** Drivers with their seats, and who gets credit for driving. */
export function CarpoolList({ record, now, named }: { record: PracticeRecord; now: number; named?: boolean }) {
  const { practice } = record
  const times = useClubTimes()
  const drivers = driversIn(record)
  const waiting = record.emails.filter(({ kind }) => kind === 'carpool').map(({ email }) => email)
  const emails = [...drivers.map(({ email }) => email).filter((email) => email !== ''), ...waiting]
  return (
    <>
      <ListHead
        menu={
          drivers.length + waiting.length > 0 && (
            <ListMenu
              emails={emails}
              file={{
                name: `carpool-${practice.startsOn}`,
                head: ['Name', 'Email', 'Seats for others', 'Credited'],
                rows: [
                  ...drivers.map(({ name, email, seats, credited }) => [
                    name || officerMessages.bySomebodyGone,
                    email,
                    seats ?? '',
                    credited ? 'yes' : 'no',
                  ]),
                  ...waiting.map((email) => ['', email, '', 'once they sign up']),
                ],
              }}
              paper={{
                practice,
                title: 'Carpool List',
                count: driversInWords(practice),
                head: ['Name', 'Seats', 'Credited'],
                rows: [
                  ...drivers.map((driver) => ({
                    id: driver.memberId,
                    cells: [
                      driver.name || officerMessages.bySomebodyGone,
                      noteOf(driver),
                      driver.credited ? 'yes' : 'no',
                    ],
                  })),
                  ...waiting.map((email) => ({ id: email, cells: [email, '', 'once they sign up'] })),
                ],
              }}
            />
          )
        }
      >
        {named && (
          <>
            <bdi>{practice.title}</bdi> · {times.date(practice.startsOn, now)} · {driversInWords(practice)}
            <br />
          </>
        )}
        {!named && practice.drivers > 0 && `${driversInWords(practice)}. `}
        {officerMessages.creditWorth}
      </ListHead>
      <OfflineGuard>
        <AddDriver record={record} drivers={drivers} />
        {drivers.length === 0 ? (
          <EmptyState>{memberMessages.noCarpoolers}</EmptyState>
        ) : (
          <ul className={classes.list} aria-label="Carpoolers">
            {drivers.map((driver) => (
              <DriverLine
                key={driver.memberId}
                practiceId={practice.id}
                driver={driver}
                isHere={record.attendees.some(({ memberId }) => memberId === driver.memberId)}
              />
            ))}
          </ul>
        )}
        <PreRegisteredEmails record={record} kind="carpool" />
      </OfflineGuard>
    </>
  )
}

/** A form that is missing or has expired stands out: officers check it before someone drives others. */
function Note({ driver, isHere }: { driver: Driver; isHere: boolean }) {
  const { seats, position, rm01 } = driver
  if (seats === null) return noteOf(driver)
  const form = rm01 ? rm01InWords[rm01] : ''
  return (
    <>
      {seatsForOthers(seats)}
      {position ? ` · Waitlist #${position}` : null}
      {isHere && ' · Here'}
      {form !== '' && (
        <>
          <br />
          <span className={rm01 === 'missing' || rm01 === 'ended' ? classes.warning : undefined}>{form}</span>
        </>
      )}
    </>
  )
}

function noteOf({ seats, position, rm01 }: Driver) {
  if (seats === null) return 'Didn’t RSVP as a driver'
  const form = rm01 && rm01InWords[rm01] !== '' ? `, ${rm01InWords[rm01]}` : ''
  const waits = position ? `, waitlist #${position}` : ''
  return `${seatsForOthers(seats)}${form}${waits}`
}

function DriverLine({ practiceId, driver, isHere }: { practiceId: string; driver: Driver; isHere: boolean }) {
  const { memberId, name, email, credited } = driver
  const set = useIdempotentMutation(api.managePractices.setCredit, { onDone: () => refreshRecord(practiceId) })

  async function toggle() {
    const done = await set.act({ practiceId, memberId, credited: !credited })
    if (done) toast({ text: credited ? officerMessages.creditTaken(name) : officerMessages.credited(name) })
  }

  return (
    <PersonRow
      person={driver}
      note={<Note driver={driver} isHere={isHere} />}
      action={
        email !== '' && (
          <ToggleButton
            sends
            pressed={credited}
            icon={<IconPlus size={20} stroke={1.75} aria-hidden />}
            onClick={() => void toggle()}
          >
            {credited ? 'Credited' : 'Credit'}
            <ReadOut> {name}</ReadOut>
          </ToggleButton>
        )
      }
      problem={set.problem && <ErrorNote error={set.problem} onRetry={set.retry} pending={set.pending} />}
    />
  )
}

function AddDriver({ record: { practice }, drivers }: { record: PracticeRecord; drivers: Driver[] }) {
  return (
    <AddPerson
      listed={drivers.map(({ memberId }) => memberId)}
      person={(person, done) => <NewDriver key={person.id} practiceId={practice.id} person={person} done={done} />}
      email={(email, done) => <NewDriverEmail key={email} practiceId={practice.id} email={email} done={done} />}
    />
  )
}

function NewDriver({ practiceId, person, done }: { practiceId: string; person: Person; done: () => void }) {
  const { id, name } = person
  const credit = useIdempotentMutation(api.managePractices.setCredit, { onDone: () => refreshRecord(practiceId) })

  async function press() {
    if ((await credit.act({ practiceId, memberId: id, credited: true })) === null) return
    toast({ text: officerMessages.credited(name) })
    done()
  }

  return (
    <PersonRow
      person={person}
      action={
        <ActionButton sends label={inLine`Credit ${name}`} onClick={press}>
          Credit
        </ActionButton>
      }
      problem={credit.problem && <ErrorNote error={credit.problem} />}
    />
  )
}

function NewDriverEmail({ practiceId, email, done }: { practiceId: string; email: string; done: () => void }) {
  const list = useIdempotentMutation(api.managePractices.addEmail, { onDone: () => refreshRecord(practiceId) })

  async function press() {
    const added = await list.act({ practiceId, email, kind: 'carpool' })
    if (added === null) return
    toast({ text: emailAdded(added, email) })
    done()
  }

  return (
    <EmailRow
      email={email}
      note="No account yet"
      action={
        <ActionButton sends label={inLine`Add ${email}`} onClick={press}>
          Add
        </ActionButton>
      }
      problem={list.problem && <ErrorNote error={list.problem} />}
    />
  )
}
