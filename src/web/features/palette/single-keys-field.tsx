import { paletteMessages } from '#domain/text/header-messages.ts'
import { CheckField } from '#web/ui/check-field.tsx'
import { setSingleKeys, useSingleKeys } from './open-palette.ts'

/** Whoever speaks to their device would press keys of one letter unawares: they can be switched off (WCAG 2.1.4). */
export function SingleKeysField() {
  const on = useSingleKeys()
  return <CheckField label={paletteMessages.singleKeys} checked={on} onChange={setSingleKeys} />
}
