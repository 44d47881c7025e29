import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { clubBowsInWords } from '#domain/club-bows.ts'
import { inLine } from '#domain/isolated-text.ts'
import { memberMessages, seatsForOthers } from '#domain/text/member-messages.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { OfflineGuard } from '#web/features/data-table/offline-guard.tsx'
import { countsText } from '#web/features/practices/rsvp-changes.ts'
import { api } from '#web/lib/api.ts'
import { type ClubTimes, useClubTimes } from '#web/lib/club-times.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton, IconButton } from '#web/ui/buttons.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { ListHead, ListMenu } from './list-menu.tsx'
import { refreshRecord } from './manage-practices-query.ts'
import { Forecast, NotReplied } from './not-replied.tsx'
import classes from './people.module.css'
import { PersonRow } from './person-row.tsx'

type RsvpEntry = PracticeRecord['answers'][number]

/** RSVPs: those with a spot in order of their reply, then the waitlist. */
export function RsvpList({ record, now }: { record: PracticeRecord; now: number }) {
  const id = useId()
  const times = useClubTimes()
  const { practice, answers, cantCome } = record
  // The previous release, which may still answer during an update, doesn't know it.
  const withdrawals = record.lateWithdrawals ?? []
  const at = (instant: string) => times.inSentence(Date.parse(instant), now)
  const noteOf: NoteOf = (each, text = '') => (each.late ? <LateNote text={text} at={at(each.answeredAt)} /> : text)
  const placed = answers.filter(({ position }) => position === null)
  const waiting = answers.filter(({ position }) => position !== null)
  const bows = practice.state === 'over' ? null : clubBowsInWords(practice.clubBows)
  return (
    <>
      <Forecast forecast={record.forecast} />
      {answers.length + cantCome.length + withdrawals.length === 0 ? (
        <EmptyState>{memberMessages.nobodyAnswered}</EmptyState>
      ) : (
        <>
          <ListHead
            menu={
              <ListMenu
                emails={placed.map(({ email }) => email)}
                file={{
                  name: `rsvps-${practice.startsOn}`,
                  head: ['Name', 'Email', 'RSVP', 'Seats for others', 'Status', 'When', 'Late'],
                  rows: [
                    ...answers.map((each) => [
                      ...[each.name, each.email, each.kind, each.kind === 'driver' ? each.seats : ''],
                      each.position === null ? 'going' : `waitlist #${each.position}`,
                      ...whenCells(each, times),
                    ]),
                    ...cantCome.map((each) => [
                      ...[each.name, each.email, 'can’t come', '', ''],
                      ...whenCells(each, times),
                    ]),
                    ...withdrawals.map((each) => [
                      ...[each.name, each.email, 'withdrew', '', each.gaveUp === 'spot' ? 'had a spot' : 'was waiting'],
                      ...whenCells({ answeredAt: each.withdrawnAt, late: true }, times),
                    ]),
                  ],
                }}
                paper={{
                  practice,
                  title: 'RSVPs',
                  count: count(answers.length, 'RSVP'),
                  head: ['Name', 'RSVP', 'Status'],
                  rows: answers.map((each) => ({
                    id: each.memberId,
                    cells: [
                      each.name,
                      roleOf(each),
                      `${each.position === null ? 'going' : `waitlist #${each.position}`}${each.late ? ', late' : ''}`,
                    ],
                  })),
                }}
              />
            }
          >
            {countsText(practice)}
            {bows !== null && (
              <>
                <br />
                {bows}
              </>
            )}
          </ListHead>
          {placed.length > 0 && (
            <ul className={classes.list} aria-label="Going">
              {placed.map((each) => (
                <PersonRow key={each.memberId} person={each} note={noteOf(each, roleOf(each))} />
              ))}
            </ul>
          )}
          {waiting.length > 0 && <Waitlist practiceId={practice.id} waiting={waiting} noteOf={noteOf} />}
          {cantCome.length > 0 && (
            <section className={classes.section} aria-labelledby={id}>
              <h3 id={id}>Can’t come</h3>
              <ul className={classes.list}>
                {cantCome.map((each) => (
                  <PersonRow key={each.memberId} person={each} note={noteOf(each)} />
                ))}
              </ul>
            </section>
          )}
          {withdrawals.length > 0 && (
            <section className={classes.section} aria-labelledby={`${id}-late`}>
              <h3 id={`${id}-late`}>Late withdrawals</h3>
              <ul className={classes.list}>
                {withdrawals.map((each) => (
                  <PersonRow
                    key={each.memberId}
                    person={each}
                    note={[officerMessages.withdrew[each.gaveUp](at(each.withdrawnAt)), ...backAs(each, answers)].join(
                      ' · ',
                    )}
                  />
                ))}
              </ul>
            </section>
          )}
        </>
      )}
      <NotReplied record={record} />
    </>
  )
}

function roleOf({ kind, seats }: RsvpEntry) {
  return kind === 'driver' ? `Driver, ${seatsForOthers(seats)}` : 'Archer'
}

/** What a row says besides name and email, with when someone replied if that was late. */
type NoteOf = (each: { late: boolean; answeredAt: string }, text?: string) => ReactNode

function LateNote({ text, at }: { text: string; at: string }) {
  return (
    <>
      {text !== '' && `${text} · `}
      <strong>{officerMessages.repliedLate(at)}</strong>
    </>
  )
}

function whenCells({ answeredAt, late }: { answeredAt: string | undefined; late: boolean }, times: ClubTimes) {
  return [answeredAt === undefined ? '' : times.moment(Date.parse(answeredAt), '', 0), late ? 'late' : '']
}

/** Says that someone who withdrew has replied again. */
function backAs({ memberId }: { memberId: string }, answers: RsvpEntry[]) {
  const answer = answers.find((each) => each.memberId === memberId)
  if (answer === undefined) return []
  return [answer.position === null ? officerMessages.backGoing : officerMessages.backWaiting]
}

type WaitlistEntry = PracticeRecord['answers'][number]

type WaitlistProps = {
  practiceId: string
  waiting: WaitlistEntry[]
  noteOf: NoteOf
}

/** The waitlist in order of promotion; officers can reorder it, with a reason. */
function Waitlist({ practiceId, waiting, noteOf }: WaitlistProps) {
  const [order, setOrder] = useState<string[] | null>(null)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [moved, setMoved] = useState('')
  const why = useRef<HTMLInputElement>(null)
  const ids = waiting.map(({ memberId }) => memberId)
  const shown = order ? inOrder(waiting, order) : waiting
  const changed = shown.some(({ memberId }, i) => memberId !== ids[i])
  const save = useIdempotentMutation(api.managePractices.orderWaiting, {
    onDone: async () => {
      await refreshRecord(practiceId)
      discard()
      toast({ text: officerMessages.waitingOrdered })
    },
    onProblem: ({ reason }) => void (reason === 'list-changed' && refreshRecord(practiceId)),
  })

  function discard() {
    setOrder(null)
    setReason('')
    setMissing(false)
  }

  function move(index: number, by: -1 | 1) {
    const next = shown.map(({ memberId }) => memberId)
    const [taken] = next.splice(index, 1)
    if (taken === undefined) return
    next.splice(index + by, 0, taken)
    setOrder(next)
    save.clear()
    setMoved(inLine`${shown[index]?.name} is now #${index + by + 1}. Not saved yet.`)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(reason.trim() === '')
    if (reason.trim() === '') return why.current?.focus()
    const memberIds = shown.map(({ memberId }) => memberId)
    void save.act({ practiceId, memberIds, reason: reason.trim() })
  }

  return (
    <form className={classes.section} onSubmit={submit} noValidate>
      <h3>Waitlist</h3>
      <ol className={classes.list} aria-label="Waitlist">
        {shown.map((each, i) => (
          <PersonRow
            key={each.memberId}
            person={each}
            note={noteOf(each, `#${i + 1}${each.kind === 'driver' ? ', driver' : ''}`)}
            action={
              shown.length > 1 && (
                <span className={classes.arrows}>
                  <MoveButton label={inLine`Move ${each.name} up`} disabled={i === 0} onClick={() => move(i, -1)}>
                    <IconArrowUp size={20} stroke={1.75} aria-hidden />
                  </MoveButton>
                  <MoveButton
                    label={inLine`Move ${each.name} down`}
                    disabled={i === shown.length - 1}
                    onClick={() => move(i, 1)}
                  >
                    <IconArrowDown size={20} stroke={1.75} aria-hidden />
                  </MoveButton>
                </span>
              )
            }
          />
        ))}
      </ol>
      <VisuallyHidden>
        <p role="status">{moved}</p>
      </VisuallyHidden>
      {changed && (
        <div className={classes.add}>
          <OfflineGuard>
            <TextField
              ref={why}
              label="Reason"
              description={`${officerMessages.orderReasonMeaning} ${officerMessages.sharedReasonErased}`}
              maxLength={200}
              autoComplete="off"
              value={reason}
              error={missing ? officerMessages.reasonMissing : save.problem?.fields?.reason}
              onChange={(event) => {
                setReason(event.currentTarget.value)
                setMissing(false)
              }}
            />
            <div className={classes.tools}>
              <ActionButton sends type="submit" pending={save.pending}>
                Save order
              </ActionButton>
              <ActionButton tone="quiet" onClick={discard}>
                Cancel
              </ActionButton>
            </div>
          </OfflineGuard>
        </div>
      )}
      {save.problem && save.problem.fields?.reason === undefined && (
        <ErrorNote error={save.problem} onRetry={save.problem.kind === 'refused' ? undefined : save.retry} />
      )}
    </form>
  )
}

type MoveButtonProps = { label: string; disabled: boolean; onClick: () => void; children: React.ReactNode }

/** At the end of the list the button stays, so the focus isn't lost, and is marked as disabled. */
function MoveButton({ label, disabled, onClick, children }: MoveButtonProps) {
  return (
    <IconButton
      label={label}
      aria-disabled={disabled}
      data-blocked={disabled || undefined}
      onClick={() => !disabled && onClick()}
    >
      {children}
    </IconButton>
  )
}

/** In the officer's order; new entries go last, and entries that left are dropped. */
function inOrder(waiting: WaitlistEntry[], order: string[]) {
  const rank = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length)
  return [...waiting].sort((a, b) => rank(a.memberId) - rank(b.memberId))
}
