import { type CSSProperties, useState } from 'react'
import { smallPictureUrl } from '#domain/photos.ts'
import { defaultPicture } from '#domain/profile.ts'
import { avatarColors, avatarInk } from '#web/ui/tokens.ts'
import classes from './person-avatar.module.css'

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

type AvatarProps = {
  name: string
  /** The address of the picture; null where the person has not chosen one. */
  src: string | null
  /** In pixels. */
  size?: number
  /** Shown where there is neither a picture nor a name. */
  fallbackSrc?: string
}

/**
 * A person's picture, or their initials on a colour of their own. Decorative: the name always stands beside it or in the
 * label of the control around it.
 */
function Avatar({ name, src, size = 40, fallbackSrc }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const style = { '--avatar-size': `${size}px` } as CSSProperties
  const initials = initialsOf(name)
  const shown = src !== null && src !== broken ? src : initials === '' ? fallbackSrc : undefined
  if (shown !== undefined)
    return (
      <img
        // Anew for another picture: until that one has come, the browser would still show the face before it.
        key={shown}
        className={classes.avatar}
        style={style}
        src={shown}
        width={size}
        height={size}
        alt=""
        decoding="async"
        onError={() => setBroken(shown)}
      />
    )
  return (
    <span
      className={classes.avatar}
      style={{ ...style, color: avatarInk, backgroundColor: colorOf(name) }}
      data-initials={initials}
      aria-hidden
    />
  )
}

/** `Avery Bowman` → `AB`; one letter for one name; whole characters, also beyond the basic plane. */
function initialsOf(name: string) {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  return picked.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase('en-US') ?? '').join('')
}

function colorOf(name: string) {
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return avatarColors[hash % avatarColors.length]
}
