import { IconCircleCheck, IconDoorExit, IconMessageCircleUser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { pinPattern } from '#domain/kiosk.ts'
import { defaultPicture } from '#domain/photos.ts'
import { kioskMessages as text } from '#domain/text/kiosk-messages.ts'
import { PersonAvatar } from '#web/components/person-avatar.tsx'
import { api } from '#web/lib/api.ts'
import { toProblem } from '#web/lib/request.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { ReadOut, VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import classes from './kiosk-page.module.css'
import { type LastRead, PassScanner } from './pass-scanner.tsx'
import { PinField } from './pin-field.tsx'

const backToStartMs = 5000
/** Someone walked away: the next person must not see their name. */
const idleMs = 30_000

/** Of the kiosk's own requests, nothing is kept. */
const passing = { gcTime: 0, staleTime: 0, retry: false } as const

type Step =
  | { at: 'start' }
  | { at: 'ask'; of: { memberId: string; name: string } | { passCodeHash: string } }
  | { at: 'done'; outcome: Outcome; name: string }
  | { at: 'leave' }
type Outcome = 'checked-in' | 'already-in' | 'see-officer'

/** From a name to the result, and back to the start. */
export function KioskSteps({
  club,
  practice,
  onTrouble,
}: {
  club: string
  practice: string
  onTrouble: () => unknown
}) {
  const [step, setStep] = useState<Step>({ at: 'start' })
  const start = () => setStep({ at: 'start' })
  const read = useRef<LastRead>(null)
  useReturn(step, start)
  return (
    <>
      <header className={classes.head}>
        <p>
          <bdi>{club}</bdi>
        </p>
        <p>
          <bdi>{practice}</bdi>
        </p>
      </header>
      <main id="main" tabIndex={-1} className={classes.main} data-step={step.at}>
        {step.at === 'start' && <Start lastRead={read} onPick={(of) => setStep({ at: 'ask', of })} />}
        {step.at === 'ask' && (
          <Ask
            of={step.of}
            onDone={(outcome, name) => setStep({ at: 'done', outcome, name })}
            onNo={start}
            onTrouble={onTrouble}
          />
        )}
        {step.at === 'done' && <Done {...step} onNext={start} />}
        {step.at === 'leave' && <Leave onCancel={start} />}
      </main>
      <footer className={classes.foot}>
        {step.at === 'start' && (
          <ActionButton
            tone="quiet"
            icon={<IconDoorExit size={20} stroke={1.75} aria-hidden />}
            onClick={() => setStep({ at: 'leave' })}
          >
            {text.leave}
          </ActionButton>
        )}
      </footer>
    </>
  )
}

/** Back to the start: soon after a result, and when no one has touched anything for a while. */
function useReturn(step: Step, start: () => void) {
  const back = useEffectEvent(start)
  useEffect(() => {
    if (step.at === 'start') return
    const ms = step.at === 'done' ? backToStartMs : idleMs
    let timer = setTimeout(back, ms)
    const wait = () => {
      if (step.at === 'done') return
      clearTimeout(timer)
      timer = setTimeout(back, ms)
    }
    const acts = ['pointerdown', 'keydown'] as const
    for (const act of acts) window.addEventListener(act, wait)
    return () => {
      clearTimeout(timer)
      for (const act of acts) window.removeEventListener(act, wait)
    }
  }, [step])
}

type StartProps = { lastRead: RefObject<LastRead>; onPick: (of: (Step & { at: 'ask' })['of']) => void }

function Start({ lastRead, onPick }: StartProps) {
  const [typed, setTyped] = useState('')
  const asked = useSettled(typed.trim())
  const field = useRef<HTMLInputElement>(null)
  const isLongEnough = asked.replace(/[^\p{L}\p{N}]/gu, '').length >= 2
  const query = useQuery({
    ...passing,
    queryKey: ['kiosk-names', asked],
    queryFn: ({ signal }) => api.kioskNames.get({ typed: asked }, { signal }),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  })
  const clear = useEffectEvent(() => setTyped(''))
  // Ready for the next person; a tablet opens its keyboard when the field is touched.
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    if (typed === '') return
    const timer = setTimeout(clear, idleMs)
    return () => clearTimeout(timer)
  }, [typed])
  const found = isLongEnough ? query.data : undefined

  return (
    <div className={classes.start}>
      <VisuallyHidden>
        <h1>{text.welcome}</h1>
      </VisuallyHidden>
      <form
        className={classes.search}
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          const [only, ...others] = found?.people ?? []
          if (only && others.length === 0 && !query.isPlaceholderData) onPick(only)
        }}
      >
        <TextField
          ref={field}
          className={classes.field}
          label={text.name}
          description={text.nameHelp}
          name="kiosk-name"
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="words"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
      {typed === '' && (
        <PassScanner
          last={lastRead}
          onScan={(passCodeHash) => onPick({ passCodeHash })}
          onRetry={() => field.current?.focus({ preventScroll: true })}
        />
      )}
      {found && found.people.length > 0 && (
        <ul className={classes.names} aria-label={text.names}>
          {found.people.map((person) => (
            <li key={person.memberId}>
              <button type="button" className={classes.name} onClick={() => onPick(person)}>
                <bdi>{person.name}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={classes.said}>
        {found && found.people.length === 0 && text.noOne}
        {found && found.people.length > 0 && <ReadOut>{text.found(found.people.length)}</ReadOut>}
        {found?.more && text.more}
        {query.error && isLongEnough && toProblem(query.error).message}
      </p>
    </div>
  )
}

/** The text a moment after the last key. */
function useSettled(text: string) {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 200)
    return () => clearTimeout(timer)
  }, [text])
  // Cleared right away: nothing of the last person stays.
  return text === '' ? '' : settled
}

type AskProps = {
  of: (Step & { at: 'ask' })['of']
  onDone: (outcome: Outcome, name: string) => void
  onNo: () => void
  onTrouble: () => unknown
}

function Ask({ of, onDone, onNo, onTrouble }: AskProps) {
  const asked = 'memberId' in of ? { memberId: of.memberId } : of
  const query = useQuery({
    ...passing,
    queryKey: ['kiosk-person', asked],
    queryFn: ({ signal }) => api.kioskPerson.get(asked, { signal }),
  })
  const found = query.data?.person
  const person = found ?? ('memberId' in of ? { ...of, picture: null } : null)
  const isGone = found === null
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (isGone) done('see-officer', '')
  }, [isGone])
  if (person !== null)
    return <Question person={person} isLoading={query.isPending} onDone={onDone} onNo={onNo} onTrouble={onTrouble} />
  if (!query.error) return <p role="status">{text.loading}</p>
  return (
    <div className={classes.ask}>
      <ErrorNote error={toProblem(query.error)} />
      <div className={classes.answers}>
        <ActionButton size="lg" fullWidth pending={query.isFetching} onClick={() => void query.refetch()}>
          Try Again
        </ActionButton>
        <ActionButton size="lg" fullWidth onClick={onNo}>
          Cancel
        </ActionButton>
      </div>
    </div>
  )
}

type QuestionProps = Omit<AskProps, 'of'> & {
  person: { memberId: string; name: string; picture: string | null }
  isLoading: boolean
}

function Question({ person, isLoading, onDone, onNo, onTrouble }: QuestionProps) {
  const checkIn = useIdempotentMutation(api.kiosk.checkIn, { onProblem: () => void onTrouble() })
  const heading = useFocus<HTMLHeadingElement>()
  async function confirm() {
    const answer = await checkIn.act({ memberId: person.memberId })
    if (answer !== null) onDone(answer.outcome, person.name)
  }
  return (
    <div className={classes.ask}>
      <h1 ref={heading} tabIndex={-1} className={classes.title}>
        {text.isThisYou}
      </h1>
      <div className={classes.photo} data-loading={isLoading || undefined}>
        {!isLoading && (
          <PersonAvatar
            person={{ displayName: person.name, pictureUrl: person.picture ?? defaultPicture }}
            size={200}
          />
        )}
      </div>
      <p className={classes.who}>
        <bdi>{person.name}</bdi>
      </p>
      <ErrorNote error={checkIn.problem} />
      <div className={classes.answers}>
        <ActionButton tone="gold" size="lg" fullWidth pending={checkIn.pending} onClick={confirm}>
          {text.yes}
        </ActionButton>
        <ActionButton size="lg" fullWidth onClick={onNo}>
          {text.no}
        </ActionButton>
      </div>
    </div>
  )
}

function Done({ outcome, name, onNext }: { outcome: Outcome; name: string; onNext: () => void }) {
  const heading = useFocus<HTMLHeadingElement>()
  const isIn = outcome !== 'see-officer'
  const Icon = isIn ? IconCircleCheck : IconMessageCircleUser
  return (
    <div className={classes.done} data-tone={isIn ? 'good' : 'stop'}>
      <Icon size={120} stroke={1.5} aria-hidden />
      <h1 ref={heading} tabIndex={-1} className={classes.title}>
        {outcome === 'checked-in' ? text.checkedIn : outcome === 'already-in' ? text.alreadyIn : text.seeOfficer}
      </h1>
      {name !== '' && (
        <p className={classes.who}>
          <bdi>{name}</bdi>
        </p>
      )}
      <ActionButton size="lg" onClick={onNext}>
        {text.next}
      </ActionButton>
      <span className={classes.countdown} aria-hidden />
    </div>
  )
}

function Leave({ onCancel }: { onCancel: () => void }) {
  const [pin, setPin] = useState('')
  const [error, setError] = useState<string | null>(null)
  const field = useFocus<HTMLInputElement>()
  const leave = useIdempotentMutation(api.kiosk.leave)

  async function submit(event: FormEvent) {
    event.preventDefault()
    field.current?.focus()
    if (!pinPattern.test(pin)) return setError(text.pinIncomplete)
    setError(null)
    const answer = await leave.act({ pin })
    if (answer === null) return
    if (answer.outcome === 'left') return location.replace('/login')
    setPin('')
    setError(answer.waitSeconds === null ? text.wrong : text.locked(answer.waitSeconds))
  }
  return (
    <form className={classes.leave} onSubmit={submit} noValidate autoComplete="off">
      <h1 className={classes.title}>{text.leave}</h1>
      <PinField ref={field} value={pin} onChange={setPin} description={text.leaveHelp} isHidden />
      {error && <FormMessage tone="error">{error}</FormMessage>}
      <ErrorNote error={leave.problem} />
      <div className={classes.answers}>
        <ActionButton type="submit" tone="gold" size="lg" fullWidth pending={leave.pending}>
          {text.leave}
        </ActionButton>
        <ActionButton size="lg" fullWidth onClick={onCancel}>
          Cancel
        </ActionButton>
      </div>
    </form>
  )
}

/** Takes the focus when it appears, so that screen readers say what has changed. */
export function useFocus<Element extends HTMLElement>() {
  const ref = useRef<Element>(null)
  useEffect(() => ref.current?.focus({ preventScroll: true }), [])
  return ref
}
