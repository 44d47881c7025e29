import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { addPronoun, checkChange, checkStep, type ProfileStep } from '#domain/profile.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { ProblemSummary } from '#web/features/welcome/problem-summary.tsx'
import type { StepProps } from '#web/features/welcome/steps.ts'
import { api } from '#web/lib/api.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { toast } from '#web/ui/toast.ts'
import classes from './profile.module.css'
import { Section } from './section.tsx'
import type { EditedProfile } from './use-edits.ts'

type FieldsSectionProps = {
  step: ProfileStep
  title: string
  lead?: ReactNode
  today: string
  edited: EditedProfile
  children: (fields: StepProps) => ReactNode
}

/** The fields of one step of the wizard, with its rules and sentences, saved on their own. */
export function FieldsSection({ step, title, lead, today, edited, children }: FieldsSectionProps) {
  const [attempt, setAttempt] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const save = useIdempotentMutation(api.profile.save, {
    onDone(_, sent) {
      const saved = checkChange(edited.draft, sent, today)
      edited.settle(sent, saved.outcome === 'complete' ? saved.fields : {})
      toast({ text: memberMessages.profileSaved })
      // The button goes with what there was to save.
      heading.current?.focus({ preventScroll: true })
    },
  })
  const { draft } = edited
  const changed = edited.isChanged(step)
  // A field that has been mended since is not red any more, and leaves the summary.
  const problem = attempt === 0 || !changed ? null : checkStep(step, draft, today)
  const told = save.problem?.kind === 'field' ? save.problem.fields : undefined
  const errors = { ...told, ...problem?.fields }

  function update(fields: Parameters<typeof edited.update>[0]) {
    save.clear()
    edited.update(fields)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!changed) return
    const before = draft.pronouns ?? []
    // Typed under Specify and not added: saving adds it, as Finish does.
    const pronouns = step === 5 ? addPronoun(before, edited.typedPronoun) : before
    const typed = edited.typedPronoun.trim().toLowerCase()
    if (step === 5 && pronouns.some((each) => each.toLowerCase() === typed)) update({ pronouns, typedPronoun: '' })
    const fields = pronouns === before ? edited.fieldsOf(step) : { ...edited.fieldsOf(step), pronouns }
    if (checkStep(step, { ...draft, pronouns }, today)) return setAttempt(attempt + 1)
    setAttempt(0)
    if (Object.keys(fields).length === 0) return edited.discard(step)
    void save.act(fields)
  }

  function discard() {
    setAttempt(0)
    save.clear()
    edited.discard(step)
    heading.current?.focus({ preventScroll: true })
  }

  return (
    <Section title={title} lead={lead} headingRef={heading}>
      <form className={classes.form} onSubmit={submit} noValidate>
        {problem && <ProblemSummary here={step} attempt={attempt} problems={[problem]} />}
        {children({ draft, update, errors, today })}
        <ErrorNote error={save.problem} />
        {changed && (
          <div className={classes.actions}>
            <p className={classes.unsaved}>Not saved yet.</p>
            <ActionButton onClick={discard}>Discard</ActionButton>
            <ActionButton type="submit" tone="blue" pending={save.pending}>
              Save
            </ActionButton>
          </div>
        )}
      </form>
    </Section>
  )
}
