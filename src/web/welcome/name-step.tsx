import { TextInput } from '@mantine/core'
import { earliestBirthday } from '#domain/profile.ts'
import type { StepProps } from './steps.ts'
import classes from './wizard.module.css'

export function NameStep({ draft, update, errors, today }: StepProps) {
  return (
    <>
      <div className={classes.row}>
        <TextInput
          id="nameFirst"
          label="Preferred first name"
          autoComplete="given-name"
          autoCapitalize="words"
          enterKeyHint="next"
          value={draft.nameFirst ?? ''}
          onChange={(event) => update({ nameFirst: event.currentTarget.value.slice(0, 200) })}
          error={errors.nameFirst}
        />
        <TextInput
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
      <TextInput
        id="birthday"
        className={classes.dateInput}
        label="Birthday"
        description="Never shown to anyone. Officers only see whether you’re an adult."
        inputWrapperOrder={['label', 'description', 'input', 'error']}
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
