import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { type BowType, bowTypeLabels, bowTypes } from '#domain/profile.ts'
import { arrowsOf, customRound, modes, most, type Setup } from '#domain/scorecards/setup.ts'
import {
  diametersIn,
  firstSetup,
  inMode,
  presetsIn,
  problemsOf,
  quickSetups,
  type SetupField,
  targetsIn,
  withOwnBow,
} from '#domain/scorecards/setup-choices.ts'
import { count } from '#domain/text/public-messages.ts'
import { setupProblemTexts, spotWarningText } from '#domain/text/scorecard-messages.ts'
import { readPersonal, writePersonal } from '#web/lib/personal-storage.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ChoiceCards } from '#web/ui/choice-cards.tsx'
import { ErrorSummary, ToField } from '#web/ui/error-summary.tsx'
import { FormMessage } from '#web/ui/form-message.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { distancesInWords, modeNames } from './card-text.ts'
import classes from './setup-form.module.css'

const storageName = 'scorecard-setup'
const counts = { rounds: 'Rounds', ends: 'Ends', arrowsPerEnd: 'Arrows per end' } as const

const modeHints = {
  club: 'The club’s rings, X to 7, scored by the center of the arrow.',
  'world-archery': 'Full face; line cutters score the higher value.',
} as const

type SetupFormProps = {
  owner: string
  /** Of the newest card, which may have been shot on another device. */
  recent: Setup | null
  /** From the member's profile. */
  bowType: BowType | null
  onStart: (setup: Setup) => Promise<unknown>
}

/** Setup of a card: the last one again, a round to choose, or each detail. */
export function SetupForm({ owner, recent, bowType, onStart }: SetupFormProps) {
  const id = useId()
  const [stored] = useState(() => readLast(owner))
  const last = stored ?? recent
  const [setup, setSetup] = useState(() => withOwnBow(last ?? firstSetup, bowType))
  const [isChanged, setChanged] = useState(false)
  const [isOpen, setOpen] = useState(false)
  // Raw text, because a distance may be half typed.
  const [distances, setDistances] = useState(() => setup.distances.join(', '))
  const [attempt, setAttempt] = useState(0)
  const [problems, setProblems] = useState<Partial<Record<SetupField, string>>>({})
  const starting = useRef(false)
  const warning = spotWarningText(setup)
  const quick = quickSetups(bowType)
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  const asked = { ...setup, distances: readDistances(distances) }
  const isValid = Object.keys(problemsOf(asked)).length === 0
  const fieldOf = (field: SetupField) => `${id}-${field}`

  function change(fields: Partial<Setup>) {
    // With a value changed by hand it's no longer the preset.
    const preset = presetsIn(setup.mode).find((each) => each.name === setup.name)
    const renamed = Object.keys(fields).some((field) => field in (preset?.setup ?? {})) ? { name: customRound } : {}
    show({ ...setup, ...renamed, ...fields })
  }

  function show(next: Setup) {
    setSetup(next)
    setChanged(true)
    setProblems({})
  }

  function chooseQuick(next: Setup) {
    setDistances(next.distances.join(', '))
    show(next)
  }

  function choose(name: string) {
    const preset = presetsIn(setup.mode).find((each) => each.name === name)
    const next = { ...setup, ...preset?.setup, name }
    show(next)
    if (preset?.setup.distances) setDistances(preset.setup.distances.join(', '))
  }

  function switchMode(mode: Setup['mode']) {
    const next = inMode(setup, mode)
    const known = presetsIn(mode).some(({ name }) => name === next.name)
    show({ ...next, name: known ? next.name : customRound })
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = setupProblemTexts(asked, problemsOf(asked))
    setProblems(found)
    setAttempt(attempt + 1)
    if (Object.keys(found).length > 0) return setOpen(true)
    await start(asked)
  }

  async function start(asked: Setup) {
    // A double press must not start two cards.
    if (starting.current) return
    starting.current = true
    writePersonal(owner, storageName, asked)
    await onStart(asked).finally(() => {
      starting.current = false
    })
  }

  const wrong = Object.entries(problems) as [SetupField, string][]
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {last !== null && (
        <div className={classes.start}>
          <ActionButton
            tone={isChanged ? 'plain' : 'gold'}
            size="lg"
            fullWidth
            onClick={() => start(withOwnBow(last, bowType))}
          >
            Same as last time
          </ActionButton>
          <p className={classes.hint}>{brieflyInWords(last)}</p>
        </div>
      )}
      {wrong.length > 0 && (
        <ErrorSummary
          attempt={attempt}
          items={wrong.map(([field, text]) => (
            <ToField key={field} id={fieldOf(field)}>
              {text}
            </ToField>
          ))}
        >
          This setup isn’t valid.
        </ErrorSummary>
      )}
      <ChoiceCards
        legend="Choose a round"
        kind="one"
        columns={2}
        compact
        options={quick.map((each) => ({ value: each.name, label: <QuickRound setup={each} /> }))}
        chosen={quick.filter((each) => isSameRound(each, asked)).map(({ name }) => name)}
        onToggle={(name) => chooseQuick(quick.find((each) => each.name === name) ?? setup)}
      />
      <ActionButton
        fullWidth
        icon={<Chevron size={20} stroke={1.75} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={`${id}-details`}
        onClick={() => setOpen(!isOpen)}
      >
        Customize
      </ActionButton>
      <div id={`${id}-details`} className={classes.details} hidden={!isOpen}>
        <div className={classes.group}>
          <Segmented
            legend="Scoring"
            value={setup.mode}
            onChange={switchMode}
            options={modes.map((mode) => ({ value: mode, label: modeNames[mode] }))}
          />
          <p className={classes.hint}>{modeHints[setup.mode]}</p>
        </div>
        <NativeSelect
          id={fieldOf('name')}
          label="Round"
          value={setup.name}
          onChange={choose}
          options={[...presetsIn(setup.mode).map(({ name }) => name), customRound].map((name) => ({
            value: name,
            label: name,
          }))}
        />
        <div className={classes.counts}>
          {(Object.keys(counts) as (keyof typeof counts)[]).map((field) => (
            <NumberStepper
              key={field}
              id={fieldOf(field)}
              label={counts[field]}
              min={1}
              max={most[field]}
              value={Number.isNaN(setup[field]) ? null : setup[field]}
              onChange={(value) => change({ [field]: value ?? Number.NaN })}
              error={problems[field]}
            />
          ))}
        </div>
        <NativeSelect
          id={fieldOf('target')}
          label="Target"
          value={setup.target}
          onChange={(target) => change({ target: target as Setup['target'] })}
          options={targetsIn(setup.mode).map((target) => ({ value: target, label: target }))}
        />
        <div className={classes.fields}>
          <TextField
            id={fieldOf('distances')}
            label="Distance (m)"
            description={setup.rounds > 1 ? 'One distance, or one per round: 60, 50, 40' : undefined}
            inputMode="decimal"
            autoComplete="off"
            value={distances}
            onChange={(event) => {
              setDistances(event.currentTarget.value)
              setProblems({})
            }}
            error={problems.distances}
          />
          <NativeSelect
            id={fieldOf('arrowDiameter')}
            label="Arrow diameter"
            value={String(setup.arrowDiameter)}
            onChange={(diameter) => change({ arrowDiameter: Number(diameter) })}
            options={diametersIn(setup.mode).map((each) => ({ value: String(each), label: `${each} mm` }))}
          />
          <NativeSelect
            id={fieldOf('bow')}
            label="Bow"
            value={setup.bow ?? ''}
            onChange={(bow) => change({ bow: bowTypes.find((each) => each === bow) ?? null })}
            options={[
              { value: '', label: 'Not specified' },
              ...bowTypes
                .filter((bow) => bow !== 'undecided')
                .map((bow) => ({ value: bow, label: bowTypeLabels[bow] })),
            ]}
          />
        </div>
      </div>
      {warning !== null && (
        <FormMessage tone="warning" role="status">
          {warning}
        </FormMessage>
      )}
      <div className={classes.start}>
        <ActionButton type="submit" tone={isChanged || last === null ? 'gold' : 'plain'} size="lg" fullWidth>
          Start scoring
        </ActionButton>
        <p className={classes.hint}>{isValid ? brieflyInWords(asked) : '\u00a0'}</p>
      </div>
    </form>
  )
}

function QuickRound({ setup }: { setup: Setup }) {
  return (
    <>
      {setup.name}
      <span className={classes.sub}>{arrowsInWords(setup)}</span>
      <span className={classes.sub}>{rangeInWords(setup)}</span>
    </>
  )
}

function arrowsInWords(setup: Setup) {
  return count(arrowsOf(setup), 'arrow')
}

/** `18 m · 40 cm`, or without a distance `60 cm face`. */
function rangeInWords(setup: Setup) {
  const distances = distancesInWords(setup)
  const face = setup.target.replace('cm', '\u00a0cm').replace(' Single', '')
  return distances === null ? `${face} face` : `${distances} · ${face}`
}

/** `Standard Indoor · 30 arrows · 18 m`, or `WA 18 m · 60 arrows`. */
function brieflyInWords(setup: Setup) {
  const range = distancesInWords(setup) ?? rangeInWords(setup)
  const isInName = setup.name.replaceAll('\u00a0', ' ').includes(range.replaceAll('\u00a0', ' '))
  return [setup.name, arrowsInWords(setup), ...(isInName ? [] : [range])].join(' · ')
}

/** Apart from the bow and the arrows, which belong to the member. */
function isSameRound(one: Setup, other: Setup) {
  const shots = ({ mode, name, target, rounds, ends, arrowsPerEnd, distances }: Setup) =>
    JSON.stringify([mode, name, target, rounds, ends, arrowsPerEnd, distances])
  return shots(one) === shots(other)
}

function readLast(owner: string): Setup | null {
  const last = readPersonal<Setup>(owner, storageName)
  // A setup stored by an earlier version of the app may lack fields.
  return last !== null &&
    Array.isArray(last.distances) &&
    Object.keys(problemsOf({ ...firstSetup, ...last })).length === 0
    ? { ...firstSetup, ...last }
    : null
}

/** Parses `60, 50, 40` or `18`; empty parts are skipped, and anything else that isn't a number fails validation. */
function readDistances(text: string) {
  return text
    .split(/[;,]\s+|[;\s]+|,(?=\s*\d+(?:\s*,|\s*$))/)
    .filter((part) => part.trim() !== '')
    .map((part) => Number(part.replace(',', '.').replace(/\s*m$/i, '')))
}
