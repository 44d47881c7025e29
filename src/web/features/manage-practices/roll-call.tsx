import { IconCheck } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { inLine } from '#domain/isolated-text.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { SellButton } from '#web/features/door-sales/sell-button.tsx'
import { api } from '#web/lib/api.ts'
import { compareText } from '#web/lib/collate.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { EnterPerson, HeldNote } from './enter-attendance.tsx'
import { Excuse } from './excuse.tsx'
import { refreshRecord } from './manage-practices-query.ts'
import classes from './people.module.css'
import { PersonRow } from './person-row.tsx'
import { isExpected } from './turnout.ts'

type Expected = PracticeRecord['answers'][number]

type RollCallProps = { record: PracticeRecord; title: string; onSell: ((memberId: string) => void) | undefined }

/**
 * Members who said they would come and haven't been checked in, by name. One who is checked in from here keeps their row
 * until the list is closed, so that no other row moves under the finger.
 */
export function RollCall({ record, title, onSell }: RollCallProps) {
  const id = useId()
  const rows = useKeptRows(record)
  const here = new Map(record.attendees.map((each) => [each.memberId, each]))
  const going = new Map(record.answers.map((each) => [each.memberId, each]))
  if (rows.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ul className={classes.list} aria-labelledby={id}>
        {rows.map((before) => {
          const attendee = here.get(before.memberId)
          const each = going.get(before.memberId) ?? before
          return attendee ? (
            <HereRow
              key={each.memberId}
              practice={record.practice}
              before={before}
              byOfficer={attendee.checkedInBy}
              onSell={onSell}
            />
          ) : (
            <EnterPerson
              key={each.memberId}
              practice={record.practice}
              person={{ ...each, id: each.memberId, email: '' }}
              held={each}
              onSell={onSell}
              more={record.practice.state === 'over' && <Excuse practiceId={record.practice.id} person={each} />}
              note={
                going.has(each.memberId) ? (
                  <HeldNote held={each} isDriver={each.kind === 'driver'} />
                ) : (
                  officerMessages.noLongerGoing
                )
              }
            />
          )
        })}
      </ul>
    </section>
  )
}

/** Those who were expected at any time since the list was opened, as they were then; later ones go last. */
function useKeptRows(record: PracticeRecord) {
  const [kept, setKept] = useState<Expected[]>([])
  const known = new Set(kept.map(({ memberId }) => memberId))
  const added = record.answers.filter((each) => isExpected(each, record) && !known.has(each.memberId))
  const rows = added.length === 0 ? kept : [...kept, ...compareText(added, ({ name }) => name, false)]
  if (rows !== kept) setKept(rows)
  return rows
}

type HereRowProps = {
  practice: PracticeRecord['practice']
  before: Expected
  byOfficer: PracticeRecord['attendees'][number]['checkedInBy']
  onSell: ((memberId: string) => void) | undefined
}

/** Checked in since the list was opened; during the practice, an officer's check-in can be undone right here. */
function HereRow({ practice, before, byOfficer, onSell }: HereRowProps) {
  const { memberId, name } = before
  const undo = useIdempotentMutation(api.managePractices.setAttendance, { onDone: () => refreshRecord(practice.id) })
  const button = useRef<HTMLButtonElement>(null)

  // The pressed button has been replaced with this one.
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [])

  return (
    <PersonRow
      person={{ ...before, email: '' }}
      note={
        <span className={classes.hereNote}>
          <span className={classes.here}>
            <IconCheck size={18} stroke={2.25} aria-hidden /> Here
          </span>
          {/* The row keeps its height. */}
          <span className={classes.gone} aria-hidden>
            <HeldNote held={before} isDriver={before.kind === 'driver'} />
          </span>
        </span>
      }
      action={
        <span className={classes.actions} data-steady={onSell ? true : undefined}>
          {onSell && <SellButton briefly name={name} onClick={() => onSell(memberId)} />}
          {byOfficer === 'officer' && practice.state === 'live' ? (
            <ActionButton
              ref={button}
              sends
              tone="quiet"
              label={inLine`Undo check-in of ${name}`}
              onClick={async () => {
                await undo.act({ practiceId: practice.id, memberId, attended: false, reason: '' })
              }}
            >
              Undo
            </ActionButton>
          ) : (
            <span />
          )}
        </span>
      }
      problem={undo.problem && <ErrorNote error={undo.problem} onRetry={undo.retry} pending={undo.pending} />}
    />
  )
}
