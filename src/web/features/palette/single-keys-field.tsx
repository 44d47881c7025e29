import { paletteMessages } from '#domain/text/header-messages.ts'
import { setSingleKeys, useSingleKeys } from '#web/shell/single-keys.ts'
import { CheckField } from '#web/ui/check-field.tsx'

/** Whoever speaks to their device would press keys of one letter unawares: they can be switched off (WCAG 2.1.4). */
export function SingleKeysField() {
  const on = useSingleKeys()
  return <CheckField label={paletteMessages.singleKeys} checked={on} onChange={setSingleKeys} />
}
