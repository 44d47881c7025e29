import { IconCalendarExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { CalendarReport, PossibleEvent, UndecidedPractice } from '#contract/outside-calendar.ts'
import { inLine } from '#domain/isolated-text.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { useLast, useManageDialog } from '#web/addresses/use-address-dialog.ts'
import { ConfirmAction } from '#web/components/confirm-action.tsx'
import { api } from '#web/lib/api.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { toProblem } from '#web/lib/request.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { ListedRow, ListedSection } from '#web/ui/list-section.tsx'
import { QuietNote } from '#web/ui/page-notes.tsx'
import classes from './calendar-report.module.css'
import { outsideCalendarQuery, refreshCalendar } from './manage-practices-query.ts'

const icon = <IconCalendarExclamation size={20} stroke={1.75} aria-hidden />

/** What officers have to decide about the club's external calendar; nothing if there is nothing. */
export function CalendarDecisions({ now }: { now: number }) {
  const { data: report, error, refetch, isFetching } = useQuery(outsideCalendarQuery)
  const isEmpty = !report?.held && !report?.undecided.length
  return (
    <div className={isEmpty && (report || !error) ? undefined : classes.decisions}>
      {!report && error && <ErrorNote error={toProblem(error)} onRetry={refetch} pending={isFetching} />}
      <MissingPractices held={report?.held ?? null} now={now} />
      <UndecidedPractices undecided={report?.undecided ?? []} now={now} />
    </div>
  )
}

function MissingPractices({ held, now }: { held: CalendarReport['held']; now: number }) {
  const dialog = useManageDialog()
  const times = useClubTimes()
  const cancel = useIdempotentMutation(api.outsideCalendar.cancelHeld, { onDone: refreshCalendar })
  const untilMs = held ? Date.parse(held.until) : 0
  const isDue = untilMs <= now
  const practices = useLast(held?.practices ?? null) ?? 0
  return (
    <>
      {held && (
        <Card tone="gold" className={classes.missing ?? ''}>
          <h2>{officerMessages.missingTitle(held.practices)}</h2>
          <p>
            {isDue
              ? officerMessages.missingDue(held.practices)
              : officerMessages.missingMeaning(held.practices, times.until(untilMs, now))}
          </p>
          {!isDue && (
            <ActionButton sends aria-haspopup="dialog" onClick={() => dialog.open({ ask: 'cancel-missing' })}>
              {held.practices === 1 ? 'Cancel It Now' : 'Cancel Them Now'}
            </ActionButton>
          )}
        </Card>
      )}
      <ConfirmAction
        asked={dialog.search.ask === 'cancel-missing'}
        input={held && !isDue ? { since: held.since } : null}
        act={cancel}
        title={`Cancel ${count(practices, 'practice')}?`}
        text={officerMessages.confirmCancelMissing(practices)}
        confirm="Cancel Now"
        cancel="Wait"
        onDone={() => toast({ text: officerMessages.missingDue(practices) })}
        onClose={dialog.close}
      />
    </>
  )
}

function UndecidedPractices({ undecided, now }: { undecided: UndecidedPractice[]; now: number }) {
  const dialog = useManageDialog()
  const choose = useIdempotentMutation(api.outsideCalendar.decide, { onDone: refreshCalendar })
  const cancel = useIdempotentMutation(api.outsideCalendar.decide, { onDone: refreshCalendar })
  const asked = dialog.search.ask === 'cancel-undecided'
  const practiceId = useLast(asked ? dialog.search.practice : null) ?? ''
  const found = undecided.find((practice) => practice.practiceId === practiceId)
  const practice = useLast(asked ? found : null)
  return (
    <>
      {undecided.length > 0 && (
        <ListedSection title={officerMessages.undecidedTitle} meaning={officerMessages.undecidedMeaning}>
          {undecided.map((each) => (
            <Undecided
              key={each.practiceId}
              practice={each}
              now={now}
              onChoose={async (event) => {
                const done = await choose.act({ practiceId: each.practiceId, event: event.key })
                if (done) toast({ text: officerMessages.eventChosen(event.title) })
              }}
              onCancel={() => dialog.open({ practice: each.practiceId, ask: 'cancel-undecided' })}
            />
          ))}
        </ListedSection>
      )}
      <ErrorNote error={choose.problem} onRetry={choose.retry} pending={choose.pending} />
      <ConfirmAction
        asked={asked}
        input={found ? { practiceId, event: null } : null}
        act={cancel}
        title={inLine`Cancel ${practice?.title ?? 'practice'}?`}
        text={officerMessages.confirmCancelUndecided}
        confirm="Cancel Practice"
        cancel="Keep"
        onDone={() => toast({ text: officerMessages.practiceCanceled(practice?.title ?? 'The practice') })}
        onClose={dialog.close}
      />
    </>
  )
}

type UndecidedProps = {
  practice: UndecidedPractice
  now: number
  onChoose: (event: PossibleEvent) => Promise<unknown>
  onCancel: () => unknown
}

function Undecided({ practice, now, onChoose, onCancel }: UndecidedProps) {
  const inWords = useEventInWords(now)
  const { archers, drivers } = practice
  return (
    <ListedRow>
      <b>{practice.title}</b>
      <p>
        {inWords(practice)}
        {archers + drivers > 0 && ` · ${[count(archers, 'archer'), count(drivers, 'driver')].join(', ')}`}
      </p>
      <ul className={classes.choices}>
        {practice.candidates.map((event) => (
          <li key={event.key}>
            <span>
              {event.title !== practice.title && <b>{event.title} </b>}
              {inWords(event)}
            </span>
            <ActionButton
              sends
              label={inLine`This one: ${event.title}, ${inWords(event)}`}
              onClick={() => onChoose(event)}
            >
              This One
            </ActionButton>
          </li>
        ))}
        <li>
          <span>None of these</span>
          <ActionButton
            sends
            aria-haspopup="dialog"
            label={inLine`Cancel it, none of these: ${practice.title}`}
            onClick={onCancel}
          >
            Cancel It
          </ActionButton>
        </li>
      </ul>
    </ListedRow>
  )
}

/** Day, time and place, by which people tell events apart. */
function useEventInWords(now: number) {
  const times = useClubTimes()
  return (event: Omit<PossibleEvent, 'key'>) => {
    const { date, time } = times.when(event, now)
    return inLine`${[date, time, event.location].filter(Boolean).join(', ')}`
  }
}

const notesAtMost = 5

/** Events that were changed or left out, and what else is odd about the calendar. */
export function CalendarNotes({ now }: { now: number }) {
  const { data: report } = useQuery(outsideCalendarQuery)
  const times = useClubTimes()
  if (!report) return null
  const { notes, noted } = report
  const shown = notes.slice(0, notesAtMost)
  return (
    <>
      {report.changesIds && (
        <QuietNote icon={icon} className={classes.note}>
          {officerMessages.idsChange}
        </QuietNote>
      )}
      {shown.length > 0 && (
        <ListedSection
          title={officerMessages.notedTitle}
          meaning={officerMessages.notedMeaning}
          after={
            noted > shown.length && <p className={classes.more}>{officerMessages.notedMore(noted - shown.length)}</p>
          }
        >
          {shown.map(({ title, on, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows have nothing else, and no state
            <ListedRow key={index}>
              <b>{title || 'Event without a title'}</b>
              <p>
                {on && (
                  <>
                    <time dateTime={on}>{times.date(on, now)}</time>
                    {' · '}
                  </>
                )}
                {officerMessages.noted[reason]}
              </p>
            </ListedRow>
          ))}
        </ListedSection>
      )}
    </>
  )
}
