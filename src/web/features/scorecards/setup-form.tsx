import { type FormEvent, useId, useRef, useState } from 'react'
import { type BowType, bowTypeLabels, bowTypes } from '#domain/profile.ts'
import { arrowsOf, modes, most, type Setup } from '#domain/scorecards/setup.ts'
import {
  diametersIn,
  firstSetup,
  inMode,
  presetsIn,
  problemsOf,
  type SetupField,
  targetsIn,
  withOwnBow,
} from '#domain/scorecards/setup-choices.ts'
import { setupProblemTexts, spotWarningText } from '#domain/text/scorecard-messages.ts'
import { readPersonal, writePersonal } from '#web/lib/personal-storage.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { NativeSelect, Segmented } from '#web/ui/choose-one.tsx'
import { ErrorSummary, ToField } from '#web/ui/error-summary.tsx'
import { FormMessage } from '#web/ui/form-message.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { modeNames } from './card-text.ts'
import classes from './setup-form.module.css'

const storageName = 'scorecard-setup'
const own = 'Custom round'
const counts = { rounds: 'Rounds', ends: 'Ends', arrowsPerEnd: 'Arrows per end' } as const

const modeHints = {
  club: 'The club’s rings, X to 7, scored by the center of the arrow.',
  'world-archery': 'Full face; line cutters score the higher value.',
} as const

type SetupFormProps = {
  owner: string
  /** From the member's profile. */
  bowType: BowType | null
  onStart: (setup: Setup) => Promise<unknown>
}

/** Setup of a card: a preset or a custom round. The last one is remembered. */
export function SetupForm({ owner, bowType, onStart }: SetupFormProps) {
  const id = useId()
  const [setup, setSetup] = useState(() => withOwnBow(readLast(owner), bowType))
  // Raw text, because a distance may be half typed.
  const [distances, setDistances] = useState(() => setup.distances.join(', '))
  const [attempt, setAttempt] = useState(0)
  const [problems, setProblems] = useState<Partial<Record<SetupField, string>>>({})
  const starting = useRef(false)
  const warning = spotWarningText(setup)
  const fieldOf = (field: SetupField) => `${id}-${field}`

  function change(fields: Partial<Setup>) {
    // With a value changed by hand it's no longer the preset.
    const preset = presetsIn(setup.mode).find((each) => each.name === setup.name)
    const renamed = Object.keys(fields).some((field) => field in (preset?.setup ?? {})) ? { name: own } : {}
    setSetup({ ...setup, ...renamed, ...fields })
    setProblems({})
  }

  function choose(name: string) {
    const preset = presetsIn(setup.mode).find((each) => each.name === name)
    const next = { ...setup, ...preset?.setup, name }
    setSetup(next)
    if (preset?.setup.distances) setDistances(preset.setup.distances.join(', '))
    setProblems({})
  }

  function switchMode(mode: Setup['mode']) {
    const next = inMode(setup, mode)
    const known = presetsIn(mode).some(({ name }) => name === next.name)
    setSetup({ ...next, name: known ? next.name : own })
    setProblems({})
  }

  async function start(event: FormEvent) {
    event.preventDefault()
    // A double press must not start two cards.
    if (starting.current) return
    const asked = { ...setup, distances: readDistances(distances) }
    const found = setupProblemTexts(asked, problemsOf(asked))
    setProblems(found)
    setAttempt(attempt + 1)
    if (Object.keys(found).length > 0) return
    writePersonal(owner, storageName, asked)
    starting.current = true
    await onStart(asked).finally(() => {
      starting.current = false
    })
  }

  const wrong = Object.entries(problems) as [SetupField, string][]
  return (
    <form className={classes.form} onSubmit={start} noValidate>
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
        options={[...presetsIn(setup.mode).map(({ name }) => name), own].map((name) => ({ value: name, label: name }))}
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
      <div className={classes.fields}>
        <NativeSelect
          id={fieldOf('target')}
          label="Target"
          value={setup.target}
          onChange={(target) => change({ target: target as Setup['target'] })}
          options={targetsIn(setup.mode).map((target) => ({ value: target, label: target }))}
        />
        <NativeSelect
          id={fieldOf('arrowDiameter')}
          label="Arrow diameter"
          value={String(setup.arrowDiameter)}
          onChange={(diameter) => change({ arrowDiameter: Number(diameter) })}
          options={diametersIn(setup.mode).map((each) => ({ value: String(each), label: `${each} mm` }))}
        />
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
          id={fieldOf('bow')}
          label="Bow"
          value={setup.bow ?? ''}
          onChange={(bow) => change({ bow: bowTypes.find((each) => each === bow) ?? null })}
          options={[
            { value: '', label: 'Not specified' },
            ...bowTypes.filter((bow) => bow !== 'undecided').map((bow) => ({ value: bow, label: bowTypeLabels[bow] })),
          ]}
        />
      </div>
      {warning !== null && (
        <FormMessage tone="warning" role="status">
          {warning}
        </FormMessage>
      )}
      <div className={classes.start}>
        <ActionButton type="submit" tone="gold" size="lg" fullWidth>
          Start scoring
        </ActionButton>
        <p className={classes.hint}>{arrowsInWords(setup)}</p>
      </div>
    </form>
  )
}

function arrowsInWords(setup: Setup) {
  const arrows = arrowsOf(setup)
  return Number.isNaN(arrows) ? '' : `${arrows} ${arrows === 1 ? 'arrow' : 'arrows'} total`
}

function readLast(owner: string): Setup {
  const last = readPersonal<Setup>(owner, storageName)
  // A setup stored by an earlier version of the app may lack fields.
  return last !== null &&
    Array.isArray(last.distances) &&
    Object.keys(problemsOf({ ...firstSetup, ...last })).length === 0
    ? { ...firstSetup, ...last }
    : firstSetup
}

/** Parses `60, 50, 40` or `18`; empty parts are skipped, and anything else that isn't a number fails validation. */
function readDistances(text: string) {
  return text
    .split(/[;,]\s+|[;\s]+|,(?=\s*\d+(?:\s*,|\s*$))/)
    .filter((part) => part.trim() !== '')
    .map((part) => Number(part.replace(',', '.').replace(/\s*m$/i, '')))
}
