import { type CSSProperties, useState } from 'react'
import { defaultPicture, smallPictureUrl } from '#domain/photos.ts'
import { avatarColors, avatarInk } from '#web/ui/tokens.ts'
import classes from './person-avatar.module.css'

/** The largest size, in pixels, for the small picture: a grid of faces must not cost a phone a megabyte. */
const largestSmall = 64

/** A member's picture, or their initials if they have none. */
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
  /** The picture's URL; null if the person has none. */
  src: string | null
  /** In pixels. */
  size?: number
  /** Shown if there is neither a picture nor a name. */
  fallbackSrc?: string
}

/**
 * A person's picture, or their initials on a color derived from the name. Decorative: the name is always shown next to
 * it, or in the label of the control around it.
 */
function Avatar({ name, src, size = 40, fallbackSrc }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const style = { '--avatar-size': `${size}px` } as CSSProperties
  const initials = initialsOf(name)
  const shown = src !== null && src !== broken ? src : initials === '' ? fallbackSrc : undefined
  if (shown !== undefined)
    return (
      <img
        // Remount for another picture: until it has loaded, the browser would still show the previous face.
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

/** `Avery Bowman` → `AB`; one letter for a single name; whole code points, not UTF-16 units. */
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
