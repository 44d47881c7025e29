import { IconCar, IconChevronLeft, IconId, IconTarget } from '@tabler/icons-react'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { cleanLine } from '#domain/clean-text.ts'
import { defaultPicture } from '#domain/photos.ts'
import { addPronoun, checkProfile, checkStep, type ProfileDraft, type ProfileProblem } from '#domain/profile.ts'
import { fieldSentences, memberMessages } from '#domain/text/member-messages.ts'
import { lastStep, readWelcomeSearch, type WelcomeSearch } from '#web/addresses/own-pages-search.ts'
import { useSignedInMember } from '#web/auth/route-guards.tsx'
import { PhotoEditor } from '#web/features/photos/photo-editor.tsx'
import { api } from '#web/lib/api.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { recheckSession, useClub } from '#web/lib/use-session.ts'
import { ActionBar } from '#web/ui/action-bar.tsx'
import { ProgressBar } from '#web/ui/bars.tsx'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { Page } from '#web/ui/page.tsx'
import { Rings, TargetMark } from '#web/ui/target-drawings.tsx'
import type { Finished } from './greeting.tsx'
import { ProblemSummary } from './problem-summary.tsx'
import { ArcheryStep, CarpoolStep, headings, NameStep, PronounsStep, type StepProps } from './profile-steps.tsx'
import { type SaveState, useDraft } from './use-draft.ts'
import classes from './wizard.module.css'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry was pushed by Next or Start, so the previous history entry is the previous step. */
    wizardNext?: boolean
  }
}

type ShownProblems = { attempt: number; problems: ProfileProblem[] }
type WizardProps = { draft: ProfileDraft; today: string; onFinished: (facts: Finished) => void }

export function Wizard({ draft: serverDraft, today, onFinished }: WizardProps) {
  const { userId } = useSignedInMember()
  const { step } = useSearch({ from: '/welcome' })
  const navigate = useNavigate({ from: '/welcome' })
  const { history } = useRouter()
  const { draft, update, saveNow, saveState, done } = useDraft(userId, serverDraft)
  // Typed under Specify but not added: Finish adds it, so that forgetting to press Add loses nothing.
  const [typedPronoun, setTypedPronoun] = useState('')
  const [shown, setShown] = useState<(ShownProblems & { step: number }) | null>(null)
  const finish = useIdempotentMutation(api.welcome.finish, {
    onDone: ({ dayPasses, claimed }, input) => {
      done()
      onFinished({ nameFirst: cleanLine(input.nameFirst ?? ''), dayPasses, claimed })
    },
    onProblem: ({ reason }) => {
      if (reason === 'already-finished') void recheckSession().catch(() => {})
    },
  })

  const goTo = (search: WelcomeSearch) => navigate({ search, state: { wizardNext: true } })

  if (step === undefined) return <StartScreen onStart={() => goTo({ step: 1 })} />

  const here = step
  const failed = shown?.step === step ? shown : null
  // A field that has been corrected since is no longer red, and leaves the summary.
  const problems = failed === null ? [] : stillWrong(failed.problems, draft, today)
  const errors: StepProps['errors'] = Object.assign(
    {},
    ...problems.filter((each) => each.step === here).map((each) => fieldSentences(each.fields)),
  )

  function back() {
    saveNow()
    // Use the history if its previous entry is the previous step; else back could leave the wizard.
    if (history.location.state.wizardNext) history.back()
    else void navigate({ search: readWelcomeSearch({ step: here - 1 }), replace: true })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (here === lastStep) return finishSetup()
    if (here === 2) return
    const problem = checkStep(here, draft, today)
    saveNow()
    if (problem) return fail([problem])
    goOn()
  }

  function goOn() {
    void goTo(readWelcomeSearch({ step: here + 1 }))
  }

  function finishSetup() {
    const before = draft.pronouns ?? []
    const pronouns = addPronoun(before, typedPronoun)
    const whole = { ...draft, pronouns }
    if (pronouns !== before) {
      update({ pronouns })
      setTypedPronoun('')
    }
    const checked = checkProfile(whole, today)
    if (checked.outcome === 'incomplete') {
      saveNow()
      return fail(checked.problems)
    }
    void finish.act(checked.profile)
  }

  function fail(next: ProfileProblem[]) {
    setShown({ step: here, problems: next, attempt: (shown?.attempt ?? 0) + 1 })
  }

  const fields: StepProps = { draft, update, errors, today }
  return (
    <Page
      title={`${headings[here]} (step ${here} of ${lastStep})`}
      heading={headings[here]}
      screen={here}
      narrow
      before={
        <>
          <div className={classes.top}>
            <button type="button" className={classes.back} onClick={back}>
              <IconChevronLeft size={20} stroke={2} aria-hidden />
              Back
            </button>
            <p className={classes.count}>
              Step {here} of {lastStep}
            </p>
          </div>
          <div className={classes.progress}>
            <ProgressBar done={here / lastStep} />
          </div>
        </>
      }
    >
      {here === 2 ? (
        <>
          <PictureStep goOn={goOn} />
          <SaveNote state={saveState} />
        </>
      ) : (
        <form className={classes.step} onSubmit={submit} noValidate>
          {failed !== null && problems.length > 0 && (
            <ProblemSummary here={here} attempt={failed.attempt} problems={problems} />
          )}
          {here === 1 && <NameStep {...fields} />}
          {here === 3 && <ArcheryStep {...fields} />}
          {here === 4 && <CarpoolStep {...fields} />}
          {here === 5 && <PronounsStep {...fields} typed={typedPronoun} onType={setTypedPronoun} />}
          <ErrorNote error={finish.problem} />
          <SaveNote state={saveState} />
          <ActionBar width="30rem" inlineWhenWide>
            <ActionButton type="submit" tone="gold" size="lg" fullWidth pending={finish.pending}>
              {here === lastStep ? 'Finish' : 'Next'}
            </ActionButton>
          </ActionBar>
        </form>
      )}
    </Page>
  )
}

/** Silent while everything is saved; otherwise says where the draft is stored. */
function SaveNote({ state }: { state: SaveState }) {
  const unsent = typeof state === 'object'
  return (
    <p className={classes.saveState} role="status" data-unsent={unsent || undefined}>
      {state === 'saving' && 'Saving…'}
      {unsent && (state.unsent === 'offline' ? memberMessages.draftKept : memberMessages.draftUnsent)}
    </p>
  )
}

function stillWrong(problems: ProfileProblem[], draft: ProfileDraft, today: string) {
  return problems.map(({ step }) => checkStep(step, draft, today)).filter((problem) => problem !== null)
}

const asked = [
  { icon: IconId, text: 'Your name, birthday, and pronouns' },
  { icon: IconTarget, text: 'Your bow and equipment' },
  { icon: IconCar, text: 'Whether you can give rides' },
]

/** Step 0: an overview, and Start. */
function StartScreen({ onStart }: { onStart: () => unknown }) {
  const club = useClub()
  return (
    <div className={classes.start}>
      <Rings className={classes.rings} />
      <Page
        title="Welcome"
        heading={`Welcome to ${club?.name ?? 'the club'}`}
        screen={0}
        narrow
        before={
          <span className={classes.mark}>
            <TargetMark size={54} />
          </span>
        }
      >
        <div className={classes.step}>
          <p className={classes.lead}>Five short steps, about two minutes. What you enter is saved as you go.</p>
          <ul className={classes.list}>
            {asked.map(({ icon: Icon, text }) => (
              <li key={text}>
                <Icon size={24} stroke={1.75} aria-hidden />
                {text}
              </li>
            ))}
          </ul>
          <ActionBar width="30rem" inlineWhenWide>
            <ActionButton tone="gold" size="lg" fullWidth onClick={onStart}>
              Start
            </ActionButton>
          </ActionBar>
        </div>
      </Page>
    </div>
  )
}

/** Someone returning to this step sees the picture they chose. */
function PictureStep({ goOn }: { goOn: () => unknown }) {
  const { pictureUrl } = useSignedInMember()
  return (
    <div className={classes.step}>
      <p className={classes.lead}>Your photo or initials appear next to your name at practice.</p>
      <PhotoEditor
        saveLabel="Next"
        onSaved={goOn}
        onward={{ label: pictureUrl === defaultPicture ? 'Skip' : 'Next', go: goOn }}
      />
    </div>
  )
}
