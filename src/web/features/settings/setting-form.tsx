import { type FormEvent, useRef, useState } from 'react'
import type { ClubSetting, SettingJson } from '#contract/club-settings.ts'
import { checkSetting } from '#domain/settings/check-setting.ts'
import { definitionOf, type SettingName } from '#domain/settings/setting-list.ts'
import { describeSetting, settingMessages as text } from '#domain/text/setting-messages.ts'
import { OfflineGuard } from '#web/features/data-table/offline-guard.tsx'
import { api } from '#web/lib/api.ts'
import { useLazy } from '#web/lib/lazy-code.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { CheckField } from '#web/ui/check-field.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import {
  type Draft,
  draftOf,
  emptyDraft,
  problemsByField,
  repeatedProducts,
  valueOfDraft,
  withoutEmptyRows,
} from './setting-draft.ts'
import { type FieldErrors, SettingFields } from './setting-fields.tsx'
import classes from './setting-form.module.css'
import { refreshSettings } from './settings-query.ts'

type SettingFormProps = {
  setting: ClubSetting
  mapHosts: string[]
  onDone: () => void
  onCancel: () => void
  cancelLabel?: string
  saveLabel?: string
  /** What follows says that it's saved. */
  quiet?: boolean
}

/** Kinds that a club may do without. */
const optionalKinds = ['email', 'link', 'map', 'weekTime', 'text']
/** Lists that say so when they are empty. */
const optionalLists: SettingName[] = ['socialLinks', 'resources']

/** The fields of one setting, with a preview where it shows. Typed values stay until they are saved or given up. */
export function SettingForm(props: SettingFormProps) {
  const { setting, mapHosts, onDone, onCancel, cancelLabel = text.cancel, saveLabel = text.save, quiet = false } = props
  const { name } = setting
  const definition = definitionOf(name)
  const isList = optionalLists.includes(name)
  const canBeNone = isList || optionalKinds.includes(definition.kind)
  const none = isList ? [] : null
  const [draft, setDraft] = useState<Draft>(() => draftOf(name, setting.value))
  const [isNone, setIsNone] = useState(canBeNone && setting.isDecided && isSame(setting.value, none))
  const [wrong, setWrong] = useState<FieldErrors>({})
  /** The setting as this officer has seen it. */
  const [seen, setSeen] = useState(setting)
  const form = useRef<HTMLFormElement>(null)
  // It brings the code and the styles of other pages.
  const preview = useLazy(() => import('./setting-preview.tsx'), { asked: true, quiet: true })
  const save = useIdempotentMutation(api.clubSettings.set, {
    onDone: async () => {
      await refreshSettings()
      if (!quiet) toast({ text: text.saved })
      onDone()
    },
    onProblem: ({ reason }) => {
      if (reason === 'changed-since') void refreshSettings()
    },
  })
  const { problem } = save
  const isOvertaken = problem?.reason === 'changed-since'

  function send(revision: number) {
    const kept = withoutEmptyRows(draft)
    setDraft(kept)
    const typed: SettingJson = isNone ? none : valueOfDraft(name, kept)
    const checked = checkSetting(name, typed, { mapHosts })
    const problems = [...(checked.outcome === 'refused' ? checked.problems : [])]
    const found = { ...problemsByField(kept, problems), ...problemsByField(null, repeatedProducts(kept)) }
    setWrong(found)
    if (Object.keys(found).length === 0) return save.act({ name, value: typed, seen: revision })
    // After the fields have been marked.
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    return Promise.resolve(null)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    // It would be saved without the file.
    if (form.current?.querySelector('[data-uploading]')) return setWrong({ '': text.stillUploading })
    void send(seen.revision)
  }

  function takeTheirs() {
    setSeen(setting)
    setDraft(draftOf(name, setting.value))
    setIsNone(canBeNone && isSame(setting.value, none))
    save.clear()
  }

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      {canBeNone && (
        <CheckField
          label={isList ? text.noneOfThese : definition.kind === 'weekTime' ? text.notSent : text.none}
          checked={isNone}
          onChange={(none) => setIsNone(none)}
        />
      )}
      {!isNone && (
        <SettingFields
          name={name}
          draft={draft ?? emptyDraft(name)}
          errors={{ ...wrong, ...sentErrors(problem?.fields) }}
          onChange={(next) => {
            setDraft(next)
            setWrong({})
            if (problem?.kind === 'field') save.clear()
          }}
        />
      )}
      {preview && (
        <preview.SettingPreview
          name={name}
          value={isNone ? none : valueOfDraft(name, withoutEmptyRows(draft))}
          mapHosts={mapHosts}
        />
      )}
      {definition.needsPassword && <p className={classes.note}>{text.needsPassword}</p>}
      {isOvertaken ? (
        <FormMessage
          tone="warning"
          details={describeSetting(setting.value)}
          actions={
            <>
              <ActionButton onClick={takeTheirs}>{text.keepTheirs}</ActionButton>
              <ActionButton sends pending={save.pending} onClick={() => send(setting.revision)}>
                {text.replaceTheirs}
              </ActionButton>
            </>
          }
        >
          {problem.message}
        </FormMessage>
      ) : (
        problem && problem.kind !== 'field' && <ErrorNote error={problem} onRetry={save.retry} pending={save.pending} />
      )}
      <OfflineGuard>
        <div className={classes.actions}>
          <ActionButton onClick={onCancel}>{cancelLabel}</ActionButton>
          <ActionButton sends type="submit" tone="blue" pending={save.pending}>
            {saveLabel}
          </ActionButton>
        </div>
      </OfflineGuard>
    </form>
  )
}

function isSame(one: SettingJson, other: SettingJson) {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The server names the fields below `value`. */
function sentErrors(fields: Record<string, string> = {}): FieldErrors {
  return Object.fromEntries(Object.entries(fields).map(([at, why]) => [at.replace(/^value\.?/, ''), why]))
}
