import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { PracticeReminder } from '#contract/reminders.ts'
import { remindNowTexts, reminderMessages as text } from '#domain/text/reminder-messages.ts'
import { OfflineGuard } from '#web/features/data-table/offline-guard.tsx'
import { api } from '#web/lib/api.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { toProblem } from '#web/lib/request.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import classes from './reminder-form.module.css'
import { ReminderSkeleton } from './reminder-skeleton.tsx'

function reminderQuery(practiceId: string) {
  return {
    queryKey: ['reminder', practiceId],
    queryFn: ({ signal }: { signal: AbortSignal }) => api.reminders.get({ practiceId }, { signal }),
    meta: { topics: ['practices', 'members', 'club'] },
  }
}

type FormProps = { practiceId: string; now: number; onClose: () => void }

/** Who gets a reminder of the practice, and who doesn't and why, with the button that sends it. */
export function ReminderForm({ practiceId, now, onClose }: FormProps) {
  const { data, error, refetch, isFetching } = useQuery(reminderQuery(practiceId))
  if (data) return <Reminder practiceId={practiceId} reminder={data} now={now} onClose={onClose} />
  if (error) return <ErrorNote error={toProblem(error)} onRetry={refetch} pending={isFetching} />
  return <ReminderSkeleton />
}

type ReminderProps = { practiceId: string; reminder: PracticeReminder; now: number; onClose: () => void }

function Reminder({ practiceId, reminder, now, onClose }: ReminderProps) {
  const { refusal, people, leftOut, lastAt } = reminder
  const times = useClubTimes()
  const send = useIdempotentMutation(api.reminders.send, {
    onDone: async (sent) => {
      await queryClient.invalidateQueries({ queryKey: reminderQuery(practiceId).queryKey })
      toast({ text: text.sent(sent.people) })
      onClose()
    },
    onProblem: () => void queryClient.invalidateQueries({ queryKey: reminderQuery(practiceId).queryKey }),
  })
  return (
    <OfflineGuard>
      <div className={classes.dialog}>
        {refusal === null ? (
          <p>{text.ask(people.length)}</p>
        ) : (
          <FormMessage
            tone="info"
            quiet
            actions={
              refusal === 'awaiting-preview' && (
                <Link to="/settings" search={{ preview: 'remind' }} className={classes.link}>
                  {text.toSettings}
                </Link>
              )
            }
          >
            {remindNowTexts[refusal]}
          </FormMessage>
        )}
        {lastAt !== null && (
          <p className={classes.note}>{text.last(times.moment(Date.parse(lastAt), times.dayOf(now), now))}</p>
        )}
        {people.length > 0 && <Names title={text.who(people.length)} people={people} />}
        {leftOut.length > 0 && (
          <Names
            title={text.leftOut(leftOut.length)}
            people={leftOut.map((each) => ({ ...each, note: text.reasons[each.reason] }))}
          />
        )}
        {send.problem && <ErrorNote error={send.problem} onRetry={send.retry} pending={send.pending} />}
        <div className={classes.actions}>
          <ActionButton onClick={onClose}>{refusal === null ? 'Cancel' : 'Close'}</ActionButton>
          {refusal === null && (
            <ActionButton sends tone="blue" pending={send.pending} onClick={() => send.act({ practiceId })}>
              {text.send(people.length)}
            </ActionButton>
          )}
        </div>
      </div>
    </OfflineGuard>
  )
}

type NamesProps = { title: string; people: { memberId: string; name: string; note?: string }[] }

function Names({ title, people }: NamesProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {title}
      </h3>
      <ul className={classes.names} aria-labelledby={id}>
        {people.map(({ memberId, name, note }) => (
          <li key={memberId}>
            <bdi>{name}</bdi>
            {note && <span className={classes.note}> · {note}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
