import { earliestBirthday } from '#domain/profile.ts'
import { TextField } from '#web/ui/text-field.tsx'
import type { StepProps } from './steps.ts'
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
