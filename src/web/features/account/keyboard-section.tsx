import { paletteMessages } from '#domain/text/palette-messages.ts'
import { SingleKeysField } from '#web/features/palette/single-keys-field.tsx'
import { Section } from './section.tsx'

/** Which keys do something by themselves, on this device. */
export function KeyboardSection() {
  return (
    <Section title="Keyboard" lead={paletteMessages.singleKeysMeaning}>
      <SingleKeysField />
    </Section>
  )
}
