import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { pinPattern } from '#domain/kiosk.ts'
import { leaveMessages } from '#domain/text/header-messages.ts'
import { kioskMessages as text } from '#domain/text/kiosk-messages.ts'
import { useLeave } from '#web/features/session/use-log-out.ts'
import { api } from '#web/lib/api.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { toProblem } from '#web/lib/request.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { actAndLeave } from '#web/lib/use-session.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import classes from './kiosk-dialog.module.css'
import { PinField } from './pin-field.tsx'

/** For officers: makes this device a kiosk, and ends those that run. */
export function KioskPanel({ practiceId }: { practiceId: string }) {
  return (
    <div className={classes.panel}>
      <p>{text.about}</p>
      <StartForm practiceId={practiceId} />
      <p className={classes.lock}>{text.lock}</p>
      <Running practiceId={practiceId} />
    </div>
  )
}

function StartForm({ practiceId }: { practiceId: string }) {
  const [pin, setPin] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const start = useIdempotentMutation(api.kiosks.start)
  const { leave, leaveNow, warning, failed } = useLeave({
    async end() {
      const done = await actAndLeave(() => start.act({ practiceId, pin }))
      if (!done) return false
      // A page that has never known the member; until it's there, nothing else happens here.
      location.replace('/kiosk')
      return new Promise(() => {})
    },
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (pinPattern.test(pin)) return leave()
    setMissing(true)
    field.current?.focus()
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate autoComplete="off">
      <PinField
        ref={field}
        value={pin}
        description={text.pinHelp}
        error={isMissing ? text.pinIncomplete : undefined}
        onChange={(typed) => {
          setPin(typed)
          setMissing(false)
        }}
      />
      {warning !== null && (
        <FormMessage tone="warning" actions={<ActionButton onClick={leaveNow}>{text.startAnyway}</ActionButton>}>
          {warning}
        </FormMessage>
      )}
      {failed && <FormMessage tone="error">{leaveMessages.failed}</FormMessage>}
      <ErrorNote error={start.problem} />
      <ActionButton type="submit" tone="gold" fullWidth sends pending={start.pending}>
        {text.start}
      </ActionButton>
    </form>
  )
}

const runningKey = (practiceId: string) => ['kiosks', practiceId]

function Running({ practiceId }: { practiceId: string }) {
  const query = useQuery({
    queryKey: runningKey(practiceId),
    queryFn: ({ signal }) => api.kiosks.get({ practiceId }, { signal }),
    meta: { topics: ['members'] },
    staleTime: 0,
  })
  const times = useClubTimes()
  const end = useIdempotentMutation(api.kiosks.end, {
    async onDone() {
      await queryClient.invalidateQueries({ queryKey: runningKey(practiceId) })
      toast({ text: text.ended })
    },
  })
  if (query.error && !query.data)
    return <ErrorNote error={toProblem(query.error)} onRetry={query.refetch} pending={query.isFetching} />
  const { kiosks = [] } = query.data ?? {}
  if (kiosks.length === 0) return null
  return (
    <section className={classes.running}>
      <h3>{text.running}</h3>
      <ul>
        {kiosks.map(({ id, startedAt, startedBy }) => {
          const time = times.clock(Date.parse(startedAt))
          return (
            <li key={id}>
              <span>
                <time dateTime={startedAt}>{time}</time>
                {text.startedBy}
                <bdi>{startedBy}</bdi>
              </span>
              <ActionButton
                sends
                tone="red-outline"
                label={text.endLabel(time)}
                pending={end.pending}
                onClick={() => end.act({ practiceId, kioskId: id })}
              >
                {text.end}
              </ActionButton>
            </li>
          )
        })}
      </ul>
      <ErrorNote error={end.problem} onRetry={end.retry} pending={end.pending} />
    </section>
  )
}
