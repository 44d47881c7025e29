import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { EmailPreview as Preview } from '#contract/reminders.ts'
import type { PreviewedKind } from '#domain/notifications.ts'
import type { SettingName } from '#domain/settings/setting-list.ts'
import { previewMessages as text } from '#domain/text/preview-messages.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { toProblem } from '#web/lib/request.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import { SkeletonCard, Skeletons } from '#web/ui/page.tsx'
import classes from './email-preview.module.css'

/** The settings of emails to members. */
export const previewOf: Partial<Record<SettingName, PreviewedKind>> = {
  'practices.weeklyEmail': 'week',
  'practices.remindHours': 'remind',
}

function previewQuery(kind: PreviewedKind) {
  return {
    queryKey: ['email-preview', kind],
    queryFn: ({ signal }: { signal: AbortSignal }) => api.emailPreviews.get({ kind }, { signal }),
    meta: { topics: ['club', 'practices'] },
  }
}

/** How an email to members looks, and how many get it; if it is off until someone has looked, it can be turned on here. */
export function EmailPreview({ kind, open }: { kind: PreviewedKind; open: boolean }) {
  const [isOpen, setOpen] = useState(open)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)

  // The address leads here, down a long page.
  useEffect(() => {
    if (open) box.current?.scrollIntoView({ block: 'center' })
  }, [open])

  return (
    <div ref={box} className={classes.preview}>
      <div>
        <ActionButton aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {isOpen ? text.hide(kind) : text.see[kind]}
        </ActionButton>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <Opened kind={kind} />}
      </div>
    </div>
  )
}

function Opened({ kind }: { kind: PreviewedKind }) {
  const { data, error, refetch, isFetching } = useQuery(previewQuery(kind))
  const turnOn = useIdempotentMutation(api.emailPreviews.turnOn, {
    onDone: async () => {
      await queryClient.invalidateQueries({ queryKey: previewQuery(kind).queryKey })
      toast({ text: text.turnedOn[kind] })
    },
  })
  if (!data)
    return error ? (
      <ErrorNote error={toProblem(error)} onRetry={refetch} pending={isFetching} />
    ) : (
      <Skeletons label="Loading the email">
        <SkeletonCard height={14} />
      </Skeletons>
    )
  return (
    <div className={classes.opened}>
      {data.email ? <Letter email={data.email} /> : <p className={classes.note}>{text.noPractice}</p>}
      <p>{text.people(kind, data.people)}</p>
      {data.awaiting && (
        <FormMessage
          tone="info"
          quiet
          actions={
            <ActionButton sends tone="blue" pending={turnOn.pending} onClick={() => turnOn.act({ kind })}>
              {text.turnOn}
            </ActionButton>
          }
        >
          {text.off}
        </FormMessage>
      )}
      <ErrorNote error={turnOn.problem} onRetry={turnOn.retry} pending={turnOn.pending} />
    </div>
  )
}

/** The email as a picture of itself: its buttons do nothing here. */
function Letter({ email }: { email: NonNullable<Preview['email']> }) {
  return (
    <figure className={classes.letter}>
      <figcaption className={classes.subject}>
        {text.subject}: <bdi>{email.subject}</bdi>
      </figcaption>
      <div className={classes.paper}>
        <p className={classes.title}>{email.title}</p>
        <p>{email.greeting}</p>
        {email.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {email.asks.map((ask, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two practices can have the same name and time
          <div key={i} className={classes.ask}>
            <p className={classes.name}>{ask.title}</p>
            {ask.facts.map(({ label, value }) => (
              <p key={label}>
                <span className={classes.note}>{label}:</span> <bdi>{value}</bdi>
              </p>
            ))}
            <p className={classes.replies}>
              {ask.replies.map((reply) => (
                <span key={reply} className={classes.reply}>
                  {reply}
                </span>
              ))}
            </p>
            <p className={classes.link}>{ask.calendar}</p>
          </div>
        ))}
        <p className={classes.button}>{email.button}</p>
        {email.after.map((line) => (
          <p key={line} className={classes.note}>
            {line}
          </p>
        ))}
        <p className={classes.note}>
          {email.why} <span className={classes.link}>{email.stop}</span>
        </p>
      </div>
    </figure>
  )
}
