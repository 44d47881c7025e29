import { useId } from 'react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { count } from '#domain/text/messages.ts'
import { CopyEmails } from '#web/features/data-table/copy-emails.tsx'
import { DownloadCsv } from '#web/features/data-table/download-csv.tsx'
import { spotsText } from '#web/features/practices/rsvp-text.ts'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import classes from './people.module.css'
import { PersonRow } from './person-row.tsx'
import { PrintList } from './print-list.tsx'
import { Waitlist } from './waitlist.tsx'

type Answer = PracticeRecord['answers'][number]

/** Who answered: those with a place in the order of answering, then those who wait for one (D29). */
export function RsvpList({ record, now }: { record: PracticeRecord; now: number }) {
  const id = useId()
  const { practice, answers, cantCome } = record
  const times = useClubTimes()
  const placed = answers.filter(({ position }) => position === null)
  const waiting = answers.filter(({ position }) => position !== null)
  const places = spotsText(practice)
  return (
    <>
      <p className={classes.about}>
        {practice.title} · {times.date(practice.startsOn, now)}
        {places !== null && ` · ${places}`}
      </p>
      {answers.length === 0 && cantCome.length === 0 ? (
        <EmptyState>{memberMessages.nobodyAnswered}</EmptyState>
      ) : (
        <>
          <div className={classes.tools}>
            <CopyEmails emails={placed.map(({ email }) => email)} />
            <DownloadCsv
              name={`rsvps-${practice.startsOn}`}
              head={['Name', 'Email', 'RSVP', 'Seats', 'Status']}
              rows={[
                ...answers.map(({ name, email, kind, seats, position }) => [
                  name,
                  email,
                  kind,
                  kind === 'driver' ? seats : '',
                  position === null ? 'going' : `waitlist #${position}`,
                ]),
                ...cantCome.map(({ name, email }) => [name, email, 'can’t come', '', '']),
              ]}
            />
            <PrintList
              practice={practice}
              title="RSVPs"
              count={count(answers.length, 'RSVP')}
              head={['Name', 'RSVP', 'Status']}
              rows={answers.map((each) => ({
                id: each.memberId,
                cells: [each.name, roleOf(each), each.position === null ? 'going' : `waitlist #${each.position}`],
              }))}
            />
          </div>
          {placed.length > 0 && (
            <ul className={classes.list} aria-label="Going">
              {placed.map((each) => (
                <PersonRow key={each.memberId} person={each} note={roleOf(each)} />
              ))}
            </ul>
          )}
          {waiting.length > 0 && <Waitlist practiceId={practice.id} waiting={waiting} />}
          {cantCome.length > 0 && (
            <section className={classes.section} aria-labelledby={id}>
              <h3 id={id}>Can’t come</h3>
              <ul className={classes.list}>
                {cantCome.map((each) => (
                  <PersonRow key={each.memberId} person={each} />
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </>
  )
}

export function roleOf({ kind, seats }: Answer) {
  return kind === 'driver' ? `Driver, ${count(seats, 'seat')}` : 'Archer'
}
