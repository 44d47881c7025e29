import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { memberMessages } from '#domain/text/member-messages.ts'
import { useHomeDialog } from '#web/addresses/use-address-dialog.ts'
import { ConfirmAction } from '#web/components/confirm-action.tsx'
import { api } from '#web/lib/api.ts'
import { toProblem } from '#web/lib/request.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { feedQuery, refreshFeed } from '#web/queries/my-practices.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card } from '#web/ui/card.tsx'
import { ButtonLink } from '#web/ui/external-link.tsx'
import { isFocusFree } from '#web/ui/focus.ts'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import { SkeletonCard } from '#web/ui/page.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import classes from './feed-section.module.css'

/** The member's own calendar feed link: created on demand, renewed and removed here. */
export function FeedSection() {
  const id = useId()
  const query = useQuery(feedQuery)
  if (query.isPending) return <SkeletonCard height={12} />
  return (
    <Card as="section" aria-labelledby={id} className={classes.card}>
      <h2 id={id} className={classes.heading}>
        Subscribe in your calendar
      </h2>
      {query.data ? (
        <Feed url={query.data.feed?.url ?? null} wasReset={query.data.wasReset} />
      ) : (
        <ErrorNote error={toProblem(query.error)} onRetry={query.refetch} pending={query.isFetching} />
      )}
    </Card>
  )
}

function Feed({ url, wasReset }: { url: string | null; wasReset: boolean }) {
  const { search, close } = useHomeDialog()
  const create = useIdempotentMutation(api.calendarFeed.create, { onDone: refreshFeed })
  const renew = useIdempotentMutation(api.calendarFeed.renew, { onDone: refreshFeed })
  const remove = useIdempotentMutation(api.calendarFeed.remove, { onDone: refreshFeed })
  const input = url === null ? null : {}
  const [asked, setAsked] = useState(false)

  async function make() {
    setAsked(true)
    if ((await create.act({})) !== null) toast({ text: memberMessages.feedMade })
  }

  return (
    <>
      {url === null ? (
        <>
          {wasReset ? (
            <FormMessage tone="warning" quiet onDismiss={() => void remove.act({})}>
              {memberMessages.feedWasReset}
            </FormMessage>
          ) : (
            <p>{memberMessages.feedOffer}</p>
          )}
          <ErrorNote error={create.problem} onRetry={make} pending={create.pending} />
          <ActionButton pending={create.pending} onClick={make}>
            {wasReset ? 'Get a new calendar link' : 'Get my calendar link'}
          </ActionButton>
        </>
      ) : (
        <Link url={url} focused={asked} />
      )}
      <ConfirmAction
        asked={search.open === 'renew-link'}
        input={input}
        act={renew}
        title="Replace your calendar link?"
        text={memberMessages.confirmRenewFeed}
        confirm="Replace link"
        onDone={() => toast({ text: memberMessages.feedRenewed })}
        onClose={close}
      />
      <ConfirmAction
        asked={search.open === 'remove-link'}
        input={input}
        act={remove}
        title="Remove your calendar link?"
        text={memberMessages.confirmRemoveFeed}
        confirm="Remove link"
        onDone={() => toast({ text: memberMessages.feedRemoved })}
        onClose={close}
      />
    </>
  )
}

/** @param focused whether it replaces the button that created it and takes its focus */
function Link({ url, focused }: { url: string; focused: boolean }) {
  const dialog = useHomeDialog()
  const field = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: when it comes
  useEffect(() => {
    if (focused && isFocusFree()) field.current?.focus()
  }, [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      setRefused(false)
      toast({ text: memberMessages.feedCopied })
    } catch {
      // Without https or permission: select the text so the user can copy it by hand.
      field.current?.focus()
      setRefused(true)
    }
  }

  return (
    <>
      <TextField
        ref={field}
        label="Your calendar link"
        description="In Google Calendar: Other calendars, From URL. In Outlook: Add calendar, Subscribe from web."
        descriptionBelow
        className={classes.url}
        readOnly
        value={url}
        onFocus={(event) => event.currentTarget.select()}
        error={refused && memberMessages.feedNotCopied}
      />
      <div className={classes.actions}>
        <ActionButton tone="blue" onClick={copy}>
          Copy link
        </ActionButton>
        <ButtonLink href={url.replace(/^https?:/, 'webcal:')}>Subscribe on this device</ButtonLink>
      </div>
      <p className={classes.keep}>{memberMessages.feedKeep}</p>
      <div className={classes.quiet}>
        <ActionButton tone="quiet" aria-haspopup="dialog" onClick={() => dialog.open({ open: 'renew-link' })}>
          Replace link
        </ActionButton>
        <ActionButton tone="quiet" aria-haspopup="dialog" onClick={() => dialog.open({ open: 'remove-link' })}>
          Remove link
        </ActionButton>
      </div>
    </>
  )
}
