import { type KeyboardEvent, useRef, useState } from 'react'
import {
  addPronoun,
  bowTypeLabels,
  bowTypes,
  equipmentAnswers,
  type ProfileDraft,
  type ProfileField,
  pronounChoices,
} from '#domain/profile.ts'
import { earliestBirthday, longestPronoun, mostPronouns, usualCar } from '#domain/profile-limits.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import type { Step } from '#web/addresses/own-pages-search.ts'
import { CarFields } from '#web/components/car-fields.tsx'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Chips, ChoiceCards } from '#web/ui/choice-cards.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import classes from './wizard.module.css'

export function NameStep({ draft, update, errors, today }: StepProps) {
  return (
    <>
      <div className={classes.row}>
        <TextField
          id="nameFirst"
          label="Preferred first name"
          autoComplete="given-name"
          autoCapitalize="words"
          enterKeyHint="next"
          value={draft.nameFirst ?? ''}
          onChange={(event) => update({ nameFirst: event.currentTarget.value.slice(0, 200) })}
          error={errors.nameFirst}
        />
        <TextField
          id="nameLast"
          label="Last name"
          autoComplete="family-name"
          autoCapitalize="words"
          enterKeyHint="next"
          value={draft.nameLast ?? ''}
          onChange={(event) => update({ nameLast: event.currentTarget.value.slice(0, 200) })}
          error={errors.nameLast}
        />
      </div>
      <TextField
        id="birthday"
        className={classes.dateInput}
        label="Birthday"
        description="Never shown to anyone. Officers only see whether you’re an adult."
        type="date"
        autoComplete="bday"
        min={earliestBirthday}
        max={today}
        value={draft.birthday ?? ''}
        onChange={(event) => update({ birthday: event.currentTarget.value })}
        error={errors.birthday}
      />
    </>
  )
}

export function ArcheryStep({ draft, update, errors }: StepProps) {
  return (
    <>
      <ChoiceCards
        legend="Bow type"
        kind="one"
        id="bowType"
        options={bowTypes.map((value) => ({ value, label: bowTypeLabels[value] }))}
        chosen={draft.bowType ? [draft.bowType] : []}
        onToggle={(bowType) => update({ bowType })}
        error={errors.bowType}
      />
      <ChoiceCards
        legend="Do you have personal equipment?"
        kind="one"
        id="personalEquipment"
        columns={2}
        options={equipmentAnswers.map((value) => ({ value, label: value }))}
        chosen={draft.personalEquipment ? [draft.personalEquipment] : []}
        onToggle={(personalEquipment) => update({ personalEquipment })}
        error={errors.personalEquipment}
      />
    </>
  )
}

export function CarpoolStep({ draft, update, errors }: StepProps) {
  return (
    <>
      <p className={classes.lead}>Drivers give others rides to away practices.</p>
      <ChoiceCards
        legend="I can give rides"
        kind="one"
        id="hasCar"
        columns={2}
        options={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ]}
        chosen={draft.hasCar === undefined ? [] : [draft.hasCar ? 'yes' : 'no']}
        onToggle={(choice) =>
          update(choice === 'yes' ? { hasCar: true, carCapacity: draft.carCapacity || usualCar } : { hasCar: false })
        }
      />
      {draft.hasCar && (
        <CarFields
          capacity={draft.carCapacity ?? null}
          onCapacity={(carCapacity) => update({ carCapacity })}
          error={errors.carCapacity}
          rm01Completed={draft.rm01Completed === true}
          onRm01Completed={(rm01Completed) => update({ rm01Completed })}
        />
      )}
    </>
  )
}

type PronounsStepProps = StepProps & { typed: string; onType: (text: string) => void }

export function PronounsStep({ draft, update, errors, typed, onType }: PronounsStepProps) {
  const pronouns = draft.pronouns ?? []
  const own = pronouns.filter((pronoun) => !choiceOf(pronoun))
  const [specifying, setSpecifying] = useState(own.length > 0 || typed !== '')
  const [announcement, setAnnouncement] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const full = pronouns.length >= mostPronouns

  function change(next: string[]) {
    setAnnouncement('')
    update({ pronouns: next })
  }

  function add() {
    const next = addPronoun(pronouns, typed)
    if (next !== pronouns) {
      change(next)
      onType('')
    } else if (typed.trim().length > longestPronoun) setAnnouncement(memberMessages.pronounTooLong(longestPronoun))
    else if (full) setAnnouncement(memberMessages.pronounsFull(mostPronouns))
    else if (typed.trim() !== '') setAnnouncement(memberMessages.pronounKnown(typed.trim()))
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      // Adds the pronoun instead of submitting the form.
      event.preventDefault()
      add()
    }
    if (event.key === 'Backspace' && typed === '' && pronouns.length > 0) change(pronouns.slice(0, -1))
  }

  function toggle(value: (typeof pronounChoices)[number] | 'Specify', on: boolean) {
    if (value === 'Specify') {
      setSpecifying(on)
      setAnnouncement('')
      // The field exists only after the next render.
      if (on) requestAnimationFrame(() => field.current?.focus())
      return
    }
    change(on ? addPronoun(pronouns, value) : pronouns.filter((each) => choiceOf(each) !== value))
  }

  return (
    <>
      <p className={classes.lead}>Shown next to your name at practice. Choose at least one.</p>
      <ChoiceCards
        legend="Pronouns"
        legendHidden
        kind="many"
        id="pronouns"
        options={[
          ...pronounChoices.map((value) => ({ value, label: value, disabled: full && !has(pronouns, value) })),
          { value: 'Specify' as const, label: 'Specify' },
        ]}
        chosen={[
          ...pronounChoices.filter((value) => has(pronouns, value)),
          ...(specifying ? (['Specify'] as const) : []),
        ]}
        onToggle={toggle}
        error={errors.pronouns}
      />
      {specifying && (
        <div className={classes.add}>
          <TextField
            ref={field}
            label="Your pronouns"
            autoComplete="off"
            autoCapitalize="words"
            enterKeyHint="done"
            value={typed}
            onChange={(event) => onType(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <ActionButton onClick={add}>Add</ActionButton>
        </div>
      )}
      <p className={classes.hint} role="status">
        {announcement}
      </p>
      <Chips
        label="Chosen pronouns"
        values={pronouns}
        onRemove={(value) => change(pronouns.filter((each) => each !== value))}
        onEmpty={() => (field.current ?? document.getElementById('pronouns'))?.focus()}
      />
    </>
  )
}

/** The predefined choice that matches a pronoun, ignoring how it was typed. */
function choiceOf(pronoun: string) {
  return pronounChoices.find((choice) => choice.toLowerCase() === pronoun.toLowerCase())
}

function has(pronouns: string[], choice: string) {
  return pronouns.some((pronoun) => pronoun.toLowerCase() === choice.toLowerCase())
}

/** Props of a step's fields. */
export type StepProps = {
  draft: ProfileDraft
  update: (fields: ProfileDraft) => void
  errors: Partial<Record<ProfileField, string>>
  today: string
}

export const headings: Record<Step, string> = {
  1: 'Your name and birthday',
  2: 'Profile picture',
  3: 'Archery preferences',
  4: 'Carpool',
  5: 'Pronouns',
}

/** Name of each field in the error summary; its input's id is the key. */
export const fieldNames: Record<ProfileField, string> = {
  nameFirst: 'First name',
  nameLast: 'Last name',
  birthday: 'Birthday',
  bowType: 'Bow type',
  personalEquipment: 'Personal equipment',
  hasCar: 'Car',
  carCapacity: 'Car capacity',
  rm01Completed: 'RM01',
  pronouns: 'Pronouns',
}
