import { smallPictureUrl } from '#domain/photos.ts'
import { defaultPicture } from '#domain/profile.ts'
import { Avatar } from '#web/ui/avatar.tsx'

/** Up to so many pixels the small picture does: a grid of faces must not cost a phone a megabyte. */
const largestSmall = 64

/** A member's picture, or their initials where they have not chosen one. */
export function PersonAvatar({ person, size }: { person: { displayName: string; pictureUrl: string }; size: number }) {
  const { displayName, pictureUrl } = person
  return (
    <Avatar
      name={displayName}
      src={pictureUrl === defaultPicture ? null : size <= largestSmall ? smallPictureUrl(pictureUrl) : pictureUrl}
      fallbackSrc={defaultPicture}
      size={size}
    />
  )
}
