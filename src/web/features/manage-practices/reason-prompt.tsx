import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { officerMessages } from '#domain/text/officer-messages.ts'
import type { Problem } from '#web/lib/request.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import classes from './reason-prompt.module.css'

type ReasonPromptProps = {
  /** The button's text, such as `Check In`. */
  text: string
  /** Its accessible name, with the person. */
  label: string
  /** What asks for a reason; null if none comes first. The server may ask for one although none is expected. */
  why: string | null
  /** Which reasons are offered: those of a live practice, or of one that is over. */
  when: 'live' | 'over'
  pending: boolean
  problem: Problem | null
  clear: () => void
  enter: (reason: string) => Promise<void>
}

/** A reason that is one press, and one whose text has to be completed by hand. */
type Typing = { label: string; before: string }
const typings: Record<'live' | 'over', Typing[]> = {
  live: [
    { label: 'Guest of', before: 'Guest of ' },
    { label: 'Reason', before: '' },
  ],
  over: [{ label: 'Reason', before: '' }],
}
const ready = { live: ['Paid cash'], over: ['Forgot to check in', 'No signal'] } as const

/**
 * A row's button and, below the row, the reasons to choose from when one is needed: most are one press, the others have
 * a field.
 */
export function useReasonPrompt(props: ReasonPromptProps): { action: ReactNode; prompt: ReactNode } {
  const { text, label, why, when, pending, problem, clear, enter } = props
  const id = useId()
  const [open, setOpen] = useState(false)
  const panel = useRef<HTMLDivElement>(null)

  function show() {
    flushSync(() => setOpen(true))
    panel.current?.querySelector('button')?.focus({ preventScroll: true })
    panel.current?.scrollIntoView({ block: 'nearest' })
  }

  const isMissing = problem?.fields?.reason !== undefined
  const isOpen = open || isMissing

  async function press() {
    clear()
    if (isOpen) return setOpen(false)
    if (why !== null) return show()
    await enter('')
  }

  return {
    action: (
      <ActionButton
        sends
        label={label}
        pending={pending && !isOpen}
        aria-expanded={why !== null || isOpen ? isOpen : undefined}
        aria-controls={isOpen ? id : undefined}
        onClick={press}
      >
        {text}
      </ActionButton>
    ),
    prompt: (
      <>
        {isOpen && (
          <div ref={panel} id={id} className={classes.panel}>
            <Reasons
              text={text}
              why={why ?? officerMessages.reasonNeeded[when]}
              when={when}
              pending={pending}
              problem={problem}
              enter={enter}
            />
          </div>
        )}
        {problem && !isMissing && <ErrorNote error={problem} />}
      </>
    ),
  }
}

type ReasonsProps = Pick<ReasonPromptProps, 'text' | 'when' | 'pending' | 'problem' | 'enter'> & { why: string }

function Reasons({ text, why, when, pending, problem, enter }: ReasonsProps) {
  const [typing, setTyping] = useState<Typing | null>(null)
  const [typed, setTyped] = useState('')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  function type(next: Typing) {
    flushSync(() => setTyping(next))
    setMissing(false)
    field.current?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(typed.trim() === '')
    if (typed.trim() === '' || typing === null) return field.current?.focus()
    await enter(`${typing.before}${typed.trim()}`)
  }

  return (
    <form className={classes.reasons} onSubmit={submit} noValidate>
      <p className={classes.why}>{why}</p>
      <div className={classes.choices}>
        {ready[when].map((reason) => (
          <ActionButton key={reason} sends pending={pending && typing === null} onClick={() => enter(reason)}>
            {reason}
          </ActionButton>
        ))}
        {typings[when].map((each) => (
          <ActionButton key={each.label} aria-expanded={typing === each} onClick={() => type(each)}>
            {each.before === '' ? 'Other…' : `${each.label}…`}
          </ActionButton>
        ))}
      </div>
      {typing && (
        <div className={classes.field}>
          <TextField
            key={typing.label}
            ref={field}
            label={typing.label}
            description={officerMessages.reasonErased}
            descriptionBelow
            autoComplete="off"
            maxLength={200 - typing.before.length}
            value={typed}
            error={missing ? officerMessages.reasonMissing : problem?.fields?.reason}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setMissing(false)
            }}
          />
          <ActionButton sends type="submit" pending={pending}>
            {text}
          </ActionButton>
        </div>
      )}
    </form>
  )
}
