import { paletteMessages } from '#domain/text/header-messages.ts'
import { CheckField } from '#web/ui/check-field.tsx'
import { setSingleKeys, useSingleKeys } from './open-palette.ts'

/** Speech input can trigger single-key shortcuts by accident, so they can be turned off (WCAG 2.1.4). */
export function SingleKeysField() {
  const on = useSingleKeys()
  return <CheckField label={paletteMessages.singleKeys} checked={on} onChange={setSingleKeys} />
}
