import { PictureEditor } from '#web/pictures/picture-editor.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { Section } from './section.tsx'

/** The picture that stands beside one's name. */
export function PictureSection() {
  return (
    <Section title="Picture" lead="It, or your initials, stands beside your name at practice.">
      <PictureEditor saveLabel="Save picture" onSaved={() => toast({ text: 'Your picture is saved.' })} />
    </Section>
  )
}
