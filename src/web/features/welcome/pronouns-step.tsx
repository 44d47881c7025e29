import { type KeyboardEvent, useRef, useState } from 'react'
import { addPronoun, longestPronoun, mostPronouns, pronounChoices } from '#domain/profile.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { ChoiceCards } from '#web/ui/choice-cards.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { StepProps } from './steps.ts'
import classes from './wizard.module.css'

type PronounsStepProps = StepProps & { typed: string; onType: (text: string) => void }

export function PronounsStep({ draft, update, errors, typed, onType }: PronounsStepProps) {
  const pronouns = draft.pronouns ?? []
  const own = pronouns.filter((pronoun) => !choiceOf(pronoun))
  const [specifying, setSpecifying] = useState(own.length > 0 || typed !== '')
  const [news, setNews] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const full = pronouns.length >= mostPronouns

  function change(next: string[]) {
    setNews('')
    update({ pronouns: next })
  }

  function add() {
    const next = addPronoun(pronouns, typed)
    if (next !== pronouns) {
      change(next)
      onType('')
    } else if (typed.trim().length > longestPronoun) setNews(memberMessages.pronounTooLong(longestPronoun))
    else if (full) setNews(memberMessages.pronounsFull(mostPronouns))
    else if (typed.trim() !== '') setNews(memberMessages.pronounKnown(typed.trim()))
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      // Adds, instead of sending the form.
      event.preventDefault()
      add()
    }
    if (event.key === 'Backspace' && typed === '' && pronouns.length > 0) change(pronouns.slice(0, -1))
  }

  function toggle(value: (typeof pronounChoices)[number] | 'Specify', on: boolean) {
    if (value === 'Specify') {
      setSpecifying(on)
      setNews('')
      // The field exists only after this has been drawn.
      if (on) requestAnimationFrame(() => field.current?.focus())
      return
    }
    change(on ? addPronoun(pronouns, value) : pronouns.filter((each) => choiceOf(each) !== value))
  }

  return (
    <>
      <p className={classes.lead}>Shown next to your name at practice. Choose as many as you like.</p>
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
        {news}
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

/** The choice that a pronoun is, however it was typed. */
function choiceOf(pronoun: string) {
  return pronounChoices.find((choice) => choice.toLowerCase() === pronoun.toLowerCase())
}

function has(pronouns: string[], choice: string) {
  return pronouns.some((pronoun) => pronoun.toLowerCase() === choice.toLowerCase())
}
