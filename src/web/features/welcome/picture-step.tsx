import { defaultPicture } from '#domain/profile.ts'
import { useSignedInMember } from '#web/auth/route-guards.tsx'
import { PhotoEditor } from '#web/features/photos/photo-editor.tsx'
import classes from './wizard.module.css'

/** Who comes back to it sees the picture that they chose. */
export function PictureStep({ goOn }: { goOn: () => unknown }) {
  const { pictureUrl } = useSignedInMember()
  return (
    <div className={classes.step}>
      <p className={classes.lead}>Your photo or initials appear next to your name at practice.</p>
      <PhotoEditor
        saveLabel="Next"
        onSaved={goOn}
        onward={{ label: pictureUrl === defaultPicture ? 'Skip' : 'Next', go: goOn }}
      />
    </div>
  )
}
