import { defaultPicture } from '#domain/profile.ts'
import { Avatar } from '#web/ui/avatar.tsx'

/** A member's picture, or their initials where they have not chosen one. */
export function PersonAvatar({ person, size }: { person: { displayName: string; pictureUrl: string }; size: number }) {
  const { displayName, pictureUrl } = person
  return (
    <Avatar
      name={displayName}
      src={pictureUrl === defaultPicture ? null : pictureUrl}
      fallbackSrc={defaultPicture}
      size={size}
    />
  )
}
