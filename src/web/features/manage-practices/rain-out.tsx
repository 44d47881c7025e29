import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import type { RainedOn } from '#contract/rain-out.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { OfflineGuard } from '#web/features/data-table/offline-guard.tsx'
import { api } from '#web/lib/api.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { toProblem } from '#web/lib/request.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { SkeletonCard, Skeletons } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { rainOutQuery, refreshRainOut } from './manage-practices-query.ts'
import classes from './people.module.css'
import { PersonRow } from './person-row.tsx'

/** Refunds of a rained-out practice: previewed first, then applied, and can be undone. */
export function RainOut({ record: { practice }, now }: { record: PracticeRecord; now: number }) {
  const query = useQuery(rainOutQuery(practice.id))
  const times = useClubTimes()
  const people = query.data?.people
  return (
    <>
      <p className={classes.about}>
        <bdi>{practice.title}</bdi> · {times.date(practice.startsOn, now)}
      </p>
      <p>{officerMessages.rainOutMeaning}</p>
      {people ? (
        <Gifts practiceId={practice.id} people={people} />
      ) : query.error ? (
        <ErrorNote error={toProblem(query.error)} onRetry={query.refetch} pending={query.isFetching} />
      ) : (
        <Skeletons label="Loading attendees">
          <SkeletonCard height={10} />
        </Skeletons>
      )}
    </>
  )
}

function Gifts({ practiceId, people }: { practiceId: string; people: RainedOn[] }) {
  const [reason, setReason] = useState('')
  const refresh = () => refreshRainOut(practiceId)
  const onProblem = () => void refresh()
  const takeBack = useIdempotentMutation(api.rainOut.takeBack, {
    onDone: async (taken) => {
      await refresh()
      toast({ text: officerMessages.rainOutTakenBack(taken.people) })
    },
    onProblem,
  })
  const give = useIdempotentMutation(api.rainOut.give, {
    onDone: async (given) => {
      await refresh()
      setReason('')
      const undo = { label: 'Undo', onClick: () => void takeBack.act({ practiceId }) }
      toast({ text: officerMessages.rainOutGiven(given.people), action: undo })
    },
    onProblem,
  })
  const open = people.filter(({ given }) => !given)
  const dayPasses = open.filter(({ dayPass }) => dayPass).length

  function submit(event: FormEvent) {
    event.preventDefault()
    const seen = open.map(({ memberId, dayPass }) => ({ memberId, dayPass }))
    void give.act({ practiceId, seen, reason: reason.trim() })
  }

  if (people.length === 0) return <EmptyState>{officerMessages.rainOutNobody}</EmptyState>
  return (
    <OfflineGuard>
      <ul className={classes.list} aria-label="Attendees">
        {people.map((each) => (
          <PersonRow key={each.memberId} person={each} note={giftInWords(each)} />
        ))}
      </ul>
      {open.length > 0 && (
        <form className={classes.add} onSubmit={submit}>
          <strong>
            Total: {count(open.length, 'paid practice')} and {count(dayPasses, 'day pass', 'day passes')}
          </strong>
          <TextField
            label="Reason (optional)"
            description={officerMessages.sharedReasonErased}
            descriptionBelow
            maxLength={200}
            autoComplete="off"
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <div className={classes.tools}>
            <ActionButton sends type="submit" pending={give.pending}>
              Refund
            </ActionButton>
          </div>
        </form>
      )}
      {open.length < people.length && (
        <div className={classes.tools}>
          <ActionButton
            sends
            tone="red-outline"
            pending={takeBack.pending}
            onClick={() => takeBack.act({ practiceId })}
          >
            Undo refund
          </ActionButton>
        </div>
      )}
      {give.problem && <ErrorNote error={give.problem} />}
      {takeBack.problem && <ErrorNote error={takeBack.problem} />}
    </OfflineGuard>
  )
}

function giftInWords({ dayPass, given }: RainedOn) {
  const what = dayPass ? '1 paid practice and 1 day pass' : '1 paid practice'
  return given ? `Refunded: ${what}` : what
}
