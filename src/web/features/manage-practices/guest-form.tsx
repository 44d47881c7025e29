import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { inLine } from '#domain/isolated-text.ts'
import { guestMessages, guestRefusals, longestGuestName } from '#domain/text/guest-messages.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { PlainText } from '#web/features/practices/plain-text.tsx'
import { api } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { CheckField } from '#web/ui/check-field.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { FoundPeople } from './add-person.tsx'
import classes from './guest-form.module.css'
import { refreshRecord } from './manage-practices-query.ts'
import { PersonRow } from './person-row.tsx'

type Host = { id: string; name: string; pictureUrl: string }
type GuestFormProps = { record: PracticeRecord; typed: string; onCancel: () => void; onDone: () => void }

/** For someone who isn't a member. What was typed to find one is the guest's name, or email. */
export function GuestForm({ record: { practice, guestRules }, typed, onCancel, onDone }: GuestFormProps) {
  const id = useId()
  const isEmail = typed.includes('@')
  const [name, setName] = useState(isEmail ? '' : typed)
  const [email, setEmail] = useState(isEmail ? typed : '')
  const [host, setHost] = useState<Host | null>(null)
  const [signed, setSigned] = useState(false)
  const [missing, setMissing] = useState<{ name?: string; waiver?: string }>({})
  const form = useRef<HTMLFormElement>(null)
  const add = useIdempotentMutation(api.guests.add, { onDone: () => refreshRecord(practice.id) })
  const { problem } = add
  const wrong = { ...problem?.fields, ...missing }
  const waiverWrong = missing.waiver ?? problem?.fields?.waiverSigned

  // The first field that is marked as wrong, when it has been.
  useEffect(() => {
    if (problem?.fields || missing.name || missing.waiver)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong] input')?.focus()
  }, [problem, missing])

  function change(act: () => void) {
    act()
    setMissing({})
    if (problem) add.clear()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const lacks = {
      ...(name.trim() === '' && { name: guestRefusals['name-missing'] }),
      ...(guestRules.waiver !== null && !signed && { waiver: guestRefusals['waiver-missing'] }),
    }
    setMissing(lacks)
    if (Object.keys(lacks).length > 0) return
    const input = { practiceId: practice.id, name, email, hostId: host?.id ?? null, waiverSigned: signed }
    const done = await add.act(input)
    if (done === null) return
    toast({ text: done.added === 'added' ? officerMessages.attendeeAdded(name) : guestMessages.there(name) })
    onDone()
  }

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate aria-labelledby={id}>
      <h3 id={id}>New guest</h3>
      <TextField
        label="Name"
        autoComplete="off"
        autoCapitalize="words"
        autoFocus
        maxLength={longestGuestName}
        value={name}
        error={wrong.name}
        onChange={({ currentTarget }) => change(() => setName(currentTarget.value))}
      />
      <TextField
        label="Email (optional)"
        type="email"
        autoComplete="off"
        value={email}
        error={problem?.fields?.email}
        onChange={({ currentTarget }) => change(() => setEmail(currentTarget.value))}
      />
      <HostField host={host} error={problem?.fields?.hostId} onChange={(next) => change(() => setHost(next))} />
      {guestRules.waiver !== null && (
        <div className={classes.waiver} data-wrong={waiverWrong ? true : undefined}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with the keyboard */}
          <section className={classes.text} aria-label="Waiver" tabIndex={0}>
            <PlainText>{guestRules.waiver}</PlainText>
          </section>
          <CheckField
            label="They signed the waiver"
            aria-describedby={waiverWrong ? `${id}-waiver` : undefined}
            checked={signed}
            onChange={(on) => change(() => setSigned(on))}
          />
          {waiverWrong && (
            <p id={`${id}-waiver`} role="alert" className={classes.wrong}>
              {waiverWrong}
            </p>
          )}
        </div>
      )}
      {problem && problem.kind !== 'field' && <ErrorNote error={problem} onRetry={add.retry} pending={add.pending} />}
      <div className={classes.actions}>
        <ActionButton onClick={onCancel}>Cancel</ActionButton>
        <ActionButton sends type="submit" tone="blue" pending={add.pending}>
          Add Guest
        </ActionButton>
      </div>
    </form>
  )
}

type HostFieldProps = { host: Host | null; error: string | undefined; onChange: (host: Host | null) => void }

/** The member who brings them, found by name. */
function HostField({ host, error, onChange }: HostFieldProps) {
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLDivElement>(null)

  /** The pressed button is gone, and what replaced it gets the focus. */
  function choose(next: Host | null) {
    flushSync(() => {
      onChange(next)
      setTyped('')
    })
    box.current?.querySelector<HTMLElement>('input, button')?.focus()
  }

  return (
    <div ref={box} className={classes.host}>
      {host ? (
        <ul className={classes.chosen} aria-label="Brought by">
          <PersonRow
            person={{ ...host, email: '' }}
            note="Brought them"
            action={
              <ActionButton tone="quiet" label={inLine`Remove ${host.name}`} onClick={() => choose(null)}>
                Remove
              </ActionButton>
            }
          />
        </ul>
      ) : (
        <>
          <TextField
            label="Brought by (optional)"
            type="search"
            autoComplete="off"
            value={typed}
            error={error}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <FoundPeople
            typed={typed}
            briefly
            person={(person) => (
              <PersonRow
                key={person.id}
                person={person}
                action={
                  <ActionButton label={inLine`Choose ${person.name}`} onClick={() => choose(person)}>
                    Choose
                  </ActionButton>
                }
              />
            )}
            email={() => null}
          />
        </>
      )}
    </div>
  )
}
