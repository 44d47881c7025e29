import type { CheckInMode } from '#domain/check-in.ts'
import { readPastedMap } from '#domain/settings/pasted-map.ts'
import { definitionOf, type SettingName } from '#domain/settings/setting-list.ts'
import { settingTexts, settingMessages as text } from '#domain/text/setting-messages.ts'
import { isWeekday, type WeekTime, weekdays } from '#domain/week-time.ts'
import { CheckInModeField } from '#web/components/check-in-mode-field.tsx'
import { CheckField } from '#web/ui/check-field.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { ColorFields } from './color-fields.tsx'
import { FileField } from './file-field.tsx'
import { ListFields } from './list-fields.tsx'
import { type ColorDraft, type Draft, isListKind, type ListRow, type MapDraft } from './setting-draft.ts'
import classes from './setting-form.module.css'

export type FieldErrors = Record<string, string>

type SettingFieldsProps = {
  name: SettingName
  draft: Draft
  errors: FieldErrors
  onChange: (draft: Draft) => void
}

/** The fields of a setting, by its kind. The first one has the id `setting-<name>`. */
export function SettingFields({ name, draft, errors, onChange }: SettingFieldsProps) {
  const definition = definitionOf(name)
  const { label } = settingTexts[name]
  const id = `setting-${name}`
  if (definition.kind === 'map')
    return <MapFields id={id} draft={draft as MapDraft} errors={errors} onChange={onChange} />
  if (definition.kind === 'logo' || definition.kind === 'pdf')
    return (
      <FileField
        id={id}
        use={definition.kind}
        url={String(draft)}
        error={errors['']}
        onChange={(url) => onChange(url)}
      />
    )
  if (definition.kind === 'color')
    return <ColorFields id={id} draft={draft as ColorDraft} errors={errors} onChange={onChange} />
  if (definition.kind === 'weekTime')
    return <WeekTimeFields id={id} draft={draft as WeekTime} errors={errors} onChange={onChange} />
  if (definition.kind === 'number')
    return (
      <NumberStepper
        id={id}
        label={label}
        min={definition.least}
        max={definition.most}
        value={typeof draft === 'number' ? draft : null}
        onChange={onChange}
        {...(errors[''] !== undefined && { error: errors[''] })}
      />
    )
  if (definition.kind === 'yesNo')
    return <CheckField label={label} checked={draft === true} onChange={(on) => onChange(on)} />
  if (definition.kind === 'choice')
    return <CheckInModeField legend={label} value={draft as CheckInMode} onChange={(mode) => onChange(mode)} />
  if (definition.kind === 'text')
    return (
      <TextArea
        id={id}
        label={label}
        rows={8}
        value={String(draft ?? '')}
        error={errors['']}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  if (isListKind(definition.kind))
    return <ListFields id={id} kind={definition.kind} rows={draft as ListRow[]} errors={errors} onChange={onChange} />
  return (
    <TextField
      id={id}
      label={label}
      type={definition.kind === 'email' ? 'email' : definition.kind === 'link' ? 'url' : 'text'}
      autoComplete="off"
      placeholder={definition.kind === 'link' ? 'https://' : undefined}
      value={String(draft ?? '')}
      error={errors['']}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type MapFieldsProps = { id: string; draft: MapDraft; errors: FieldErrors; onChange: (draft: MapDraft) => void }

function MapFields({ id, draft, errors, onChange }: MapFieldsProps) {
  const field = (key: keyof MapDraft) => ({
    value: draft[key],
    error: errors[key],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => onChange({ ...draft, [key]: event.currentTarget.value }),
  })
  return (
    <>
      <TextArea
        id={id}
        label={text.fields.embedUrl}
        description={text.fields.embedHelp}
        rows={3}
        {...field('embedUrl')}
        onChange={(event) => onChange({ ...draft, ...readPastedMap(event.currentTarget.value) })}
      />
      <TextField label={text.fields.title} {...field('title')} />
      <TextField label={text.fields.address} {...field('address')} />
      <div className={classes.pair}>
        <TextField label={text.fields.latitude} inputMode="decimal" {...field('latitude')} />
        <TextField label={text.fields.longitude} inputMode="decimal" {...field('longitude')} />
      </div>
    </>
  )
}

type WeekTimeFieldsProps = { id: string; draft: WeekTime; errors: FieldErrors; onChange: (draft: WeekTime) => void }

function WeekTimeFields({ id, draft, errors, onChange }: WeekTimeFieldsProps) {
  return (
    <div className={classes.pair}>
      <NativeSelect
        id={id}
        label={text.fields.weekday}
        value={draft.day}
        onChange={(day) => isWeekday(day) && onChange({ ...draft, day })}
        options={weekdays.map((day) => ({ value: day, label: day }))}
      />
      <TextField
        label={text.fields.time}
        type="time"
        value={draft.time}
        error={errors.time}
        onChange={(event) => onChange({ ...draft, time: event.currentTarget.value })}
      />
    </div>
  )
}
