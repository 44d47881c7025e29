/** Profile pictures (specification §2, §3, §9, D21): what is taken, what becomes of it, and where it is seen. */

export const largestPictureBytes = 5 * 1024 * 1024
export const mostPicturePixels = 25_000_000
/** So wide and high, in pixels, that the browser sends at most. */
export const largestSentSide = 1024
/** What a picture becomes: squares of so many pixels. */
export const pictureSizes = [512, 96] as const
export type PictureSize = (typeof pictureSizes)[number]

/** While cutting out: by how much the picture is enlarged. */
export const zoom = { least: 1, most: 3, step: 0.1 } as const

/** As what a picture may be sent. What it is, its content says. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

export type PictureRefusal = 'not-a-picture' | 'too-many-pixels' | 'unreadable'

/** By its first bytes, whatever it is called: of all formats, only these three are ever given to a decoder. */
export function isPicture(bytes: Uint8Array) {
  const text = String.fromCharCode(...bytes.subarray(0, 12))
  return text.startsWith('\xff\xd8\xff') || text.startsWith('\x89PNG\r\n\x1a\n') || /^RIFF[\s\S]{4}WEBP/.test(text)
}

/** The address of a picture, the same for ever: another picture has another id. */
export function pictureUrl(id: string, size: PictureSize = 512) {
  return `/files/pictures/${id}/${size}.webp`
}

/** The small one of the same picture, for places up to 64 px; the default picture has none. */
export function smallPictureUrl(url: string) {
  return url.replace(/^(\/files\/pictures\/[\w-]+)\/512\.webp$/, '$1/96.webp')
}

/** Where its file lies: below a path of the member. */
export function pictureFile({ memberId, id }: { memberId: string; id: string }, size: PictureSize) {
  return `pictures/${memberId}/${id}-${size}.webp`
}

/** Whose picture a file is, by its path; null for any other file. */
export function pictureOfFile(path: string) {
  const [, memberId, id] = /^pictures\/([\w-]+)\/([\w-]+)-\d+\.webp$/.exec(path) ?? []
  return memberId === undefined || id === undefined ? null : { memberId, id }
}

/**
 * A file outlives its use by this: a backup copies rows first and files after, so the files of those rows must still be
 * there when it comes to them.
 */
export const unusedPictureMs = 24 * 3_600_000

/** Storage is tried again (specification §9): a single request is given up when nothing has moved for so long, */
export const storageOperationMs = 2 * 60_000
/** and an upload, with all its tries, is given up after this. */
export const storageUploadMs = 10 * 60_000
/** When nothing moves for so long while a picture is being sent, it is said that it still is. */
export const stillSendingMs = 5_000
const longestPauseMs = 30_000

type Tried = {
  /** How often it has failed so far, at least once. */
  failures: number
  /** Since the first try. */
  elapsedMs: number
  /** What the server asked for, if anything. */
  askedForMs?: number
  /** From 0 to 1: so that those who failed together do not come back together. */
  chance: number
}

/** After how long an upload is tried again: each time after twice as long as before; null when it is given up. */
export function nextUploadInMs({ failures, elapsedMs, askedForMs = 0, chance }: Tried) {
  const pauseMs = Math.round(Math.min(longestPauseMs, 1000 * 2 ** (failures - 1)) * (0.8 + 0.4 * chance))
  const inMs = Math.max(pauseMs, askedForMs)
  return elapsedMs + inMs < storageUploadMs ? inMs : null
}
