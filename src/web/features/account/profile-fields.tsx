import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { MyProfile } from '#contract/profile.ts'
import {
  addPronoun,
  checkChange,
  checkStep,
  type ProfileDraft,
  type ProfileField,
  type ProfileStep,
  stepOf,
} from '#domain/profile.ts'
import { fieldSentences, memberMessages } from '#domain/text/member-messages.ts'
import { profileMessages } from '#domain/text/profile-messages.ts'
import { ProblemSummary } from '#web/features/welcome/problem-summary.tsx'
import type { StepProps } from '#web/features/welcome/profile-steps.tsx'
import { api } from '#web/lib/api.ts'
import { keepTyped, readPersonal, writePersonal } from '#web/lib/personal-storage.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import classes from './profile.module.css'
import { profileQuery } from './profile-query.ts'
import { Fact } from './profile-section.tsx'

type FieldsSectionProps = {
  step: ProfileStep
  title: string
  lead?: ReactNode
  /** What is saved, in a line or two. */
  summary: ReactNode
  today: string
  edited: EditedProfile
  children: (fields: StepProps) => ReactNode
}

/**
 * The fields of one wizard step, with the same rules and texts, saved separately. They are closed until someone edits
 * them, so that the page is short; fields with changes are always open.
 */
export function FieldsSection({ step, title, lead, summary, today, edited, children }: FieldsSectionProps) {
  const [isOpen, setOpen] = useState(() => edited.isChanged(step))
  const [attempt, setAttempt] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const save = useIdempotentMutation(api.profile.save, {
    onDone(_, sent) {
      const saved = checkChange(edited.draft, sent, today)
      edited.settle(sent, saved.outcome === 'complete' ? saved.fields : {})
      setOpen(false)
      toast({ text: memberMessages.profileSaved })
      // The button disappears once there is nothing left to save.
      heading.current?.focus({ preventScroll: true })
    },
  })
  const { draft } = edited
  const changed = edited.isChanged(step)
  // A field that has been corrected since is no longer red, and leaves the summary.
  const problem = attempt === 0 || !changed ? null : checkStep(step, draft, today)
  const told = save.problem?.kind === 'field' ? save.problem.fields : undefined
  const errors = { ...told, ...(problem && fieldSentences(problem.fields)) }

  function update(fields: Parameters<typeof edited.update>[0]) {
    save.clear()
    edited.update(fields)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!changed) return
    const before = draft.pronouns ?? []
    // Typed under Specify but not added: saving adds it, as Finish does.
    const pronouns = step === 5 ? addPronoun(before, edited.typedPronoun) : before
    const typed = edited.typedPronoun.trim().toLowerCase()
    if (step === 5 && pronouns.some((each) => each.toLowerCase() === typed)) update({ pronouns, typedPronoun: '' })
    const fields = pronouns === before ? edited.fieldsOf(step) : { ...edited.fieldsOf(step), pronouns }
    if (checkStep(step, { ...draft, pronouns }, today)) return setAttempt(attempt + 1)
    setAttempt(0)
    if (Object.keys(fields).length === 0) return discard()
    void save.act(fields)
  }

  function discard() {
    setAttempt(0)
    save.clear()
    edited.discard(step)
    setOpen(false)
    heading.current?.focus({ preventScroll: true })
  }

  return (
    <Fact
      title={title}
      lead={lead}
      headingRef={heading}
      summary={summary}
      action={
        changed ? null : (
          <ActionButton
            label={`${isOpen ? profileMessages.close : profileMessages.edit}: ${title}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? profileMessages.close : profileMessages.edit}
          </ActionButton>
        )
      }
    >
      {(isOpen || changed) && (
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
      )}
    </Fact>
  )
}

const storageName = 'profile-edits'

/** Unsaved edits; `typedPronoun` is text under Specify that was not added yet. */
type Edits = ProfileDraft & { typedPronoun?: string }

/**
 * Local edits on top of the server's profile: untouched fields follow the server, changed ones keep what was typed
 * until they are saved or discarded. Edits are stored on the device, so a reload loses nothing, and stay in memory
 * after the session ends.
 */
export function useEdits(userId: string, profile: MyProfile) {
  const [edits, setEdits] = useState<Edits>(() => readPersonal<Edits>(userId, storageName) ?? {})
  const stored = asDraft(profile)
  // Asynchronous callbacks need the newest edits, not those of the render that created them.
  const latest = useRef(edits)
  useEffect(() => () => keepTyped(userId, storageName, latest.current), [userId])

  function remember(next: Edits) {
    const kept = Object.fromEntries(
      Object.entries(next).filter(([field, value]) =>
        field === 'typedPronoun' ? value !== '' : !isSame(value, stored[field as ProfileField]),
      ),
    )
    latest.current = kept
    setEdits(kept)
    writePersonal(userId, storageName, Object.keys(kept).length === 0 ? null : kept)
  }

  const { typedPronoun = '', ...changed } = edits
  const draft: ProfileDraft = { ...stored, ...changed }
  // Stored in case the member selects a car again; without a car it doesn't count as a change.
  const isIdle = (field: string) => !draft.hasCar && !stored.hasCar && stepOf[field as ProfileField] === 4
  const isOf = (step: ProfileStep) => (field: string) =>
    field === 'typedPronoun' ? step === 5 : stepOf[field as ProfileField] === step
  const fieldsOf = (step: ProfileStep): ProfileDraft =>
    Object.fromEntries(Object.entries(changed).filter(([field]) => isOf(step)(field)))
  const without = (gone: (field: string, value: unknown) => boolean): Edits =>
    Object.fromEntries(Object.entries(latest.current).filter(([field, value]) => !gone(field, value)))

  return {
    draft,
    typedPronoun,
    setTypedPronoun: (text: string) => remember({ ...latest.current, typedPronoun: text }),
    update: (fields: Edits) => remember({ ...latest.current, ...fields }),
    isChanged: (step: ProfileStep) => Object.keys(edits).some((field) => isOf(step)(field) && !isIdle(field)),
    /** Only the changed fields, so a change to another field on another device is preserved. */
    fieldsOf,
    discard: (step: ProfileStep) => remember(without(isOf(step))),
    /** After a save: shows the server's values, except for fields that were edited again in the meantime. */
    settle(sent: ProfileDraft, saved: Partial<MyProfile>) {
      queryClient.setQueryData(profileQuery.queryKey, (before) => (before ? { ...before, ...saved } : before))
      remember(without((field, value) => field in sent && isSame(value, sent[field as ProfileField])))
    },
  }
}
type EditedProfile = ReturnType<typeof useEdits>

function asDraft(profile: MyProfile): ProfileDraft {
  const { nameFirst, nameLast, bowType, personalEquipment, hasCar, rm01Completed, pronouns } = profile
  return {
    nameFirst,
    nameLast,
    bowType,
    personalEquipment,
    hasCar,
    rm01Completed,
    pronouns,
    birthday: profile.birthday ?? '',
    carCapacity: profile.hasCar ? profile.carCapacity : null,
  }
}

function isSame(one: unknown, other: unknown) {
  return JSON.stringify(one) === JSON.stringify(other)
}
