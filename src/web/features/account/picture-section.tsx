import { PhotoEditor } from '#web/features/photos/photo-editor.tsx'
import { toast } from '#web/ui/toast.ts'
import { Section } from './section.tsx'

/** The picture that stands beside one's name. */
export function PictureSection() {
  return (
    <Section title="Photo" lead="Your photo or initials appear next to your name at practice.">
      <PhotoEditor saveLabel="Save photo" onSaved={() => toast({ text: 'Your photo is saved.' })} />
    </Section>
  )
}
