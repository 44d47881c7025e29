import type { MyProfile } from '#contract/profile.ts'
import { displayName } from '#domain/names.ts'
import { PersonAvatar } from '#web/shell/person-avatar.tsx'
import classes from './profile.module.css'
import { Section } from './section.tsx'

/** The picture that stands beside one's name, large. */
export function PictureSection({ profile }: { profile: MyProfile }) {
  const name = displayName(profile)
  return (
    <Section title="Picture" lead="It, or your initials, stands beside your name at practice.">
      <div className={classes.picture}>
        <PersonAvatar person={{ displayName: name, pictureUrl: profile.pictureUrl }} size={128} />
        <p className={classes.name}>{name}</p>
      </div>
    </Section>
  )
}
