import { darkVersion, isColor } from '#domain/settings/club-color.ts'
import { settingMessages as text } from '#domain/text/setting-messages.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { ColorDraft } from './setting-draft.ts'
import classes from './setting-form.module.css'

type ColorFieldsProps = {
  id: string
  draft: ColorDraft
  errors: Record<string, string>
  onChange: (draft: ColorDraft) => void
}

/** The club's color, and the one for dark mode, which follows the first until it is changed. */
export function ColorFields({ id, draft, errors, onChange }: ColorFieldsProps) {
  const { light, dark } = draft
  function setLight(next: string) {
    const follows = dark === '' || dark === darkOf(light)
    onChange({ light: next, dark: follows ? darkOf(next) : dark })
  }
  return (
    <>
      <div className={classes.pair}>
        <ColorField id={id} label={text.fields.color} value={light} error={errors.light} onChange={setLight} />
        <ColorField
          id={`${id}-dark`}
          label={text.fields.darkColor}
          value={dark}
          error={errors.dark}
          onChange={(next) => onChange({ light, dark: next })}
        />
      </div>
      {(light !== '' || dark !== '') && (
        <div>
          <ActionButton tone="quiet" onClick={() => onChange({ light: '', dark: '' })}>
            {text.ownColor}
          </ActionButton>
        </div>
      )}
    </>
  )
}

function darkOf(color: string) {
  return isColor(color) ? darkVersion(color) : ''
}

type ColorFieldProps = {
  id: string
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** A color as text, with the system’s color picker next to it. */
function ColorField({ id, label, value, error, onChange }: ColorFieldProps) {
  return (
    <TextField
      id={id}
      label={label}
      placeholder="#1B4F9C"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={7}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value.trim().toUpperCase())}
      end={
        <input
          type="color"
          className={classes.swatch}
          aria-label={text.fields.pick(label)}
          value={isColor(value) ? value.toLowerCase() : '#ffd21f'}
          onChange={(event) => onChange(event.currentTarget.value.toUpperCase())}
        />
      }
    />
  )
}
