/** Profile photos: accepted formats, stored sizes, and URLs. */

export const largestPictureBytes = 5 * 1024 * 1024
export const mostPicturePixels = 25_000_000
/** The largest width and height that the browser uploads, in pixels. */
export const largestSentSide = 1024
/** The stored sizes: squares, in pixels. */
export const pictureSizes = [512, 96] as const
export type PictureSize = (typeof pictureSizes)[number]

/** Zoom while cropping. */
export const zoom = { least: 1, most: 3, step: 0.1 } as const

/** The accepted content types. The actual format is detected from the content. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

export type PictureRefusal = 'not-a-picture' | 'too-many-pixels' | 'unreadable'

/** Detects the format by its magic bytes, so that only these three formats ever reach a decoder. */
export function isPicture(bytes: Uint8Array) {
  const text = String.fromCharCode(...bytes.subarray(0, 12))
  return text.startsWith('\xff\xd8\xff') || text.startsWith('\x89PNG\r\n\x1a\n') || /^RIFF[\s\S]{4}WEBP/.test(text)
}

/** The URL of a picture. Immutable: another picture has another id. */
export function pictureUrl(id: string, size: PictureSize = 512) {
  return `/files/pictures/${id}/${size}.webp`
}

/** The id in such a URL; null for the default picture. */
export function pictureIdOf(url: string) {
  return /^\/files\/pictures\/([\w-]+)\/\d+\.webp$/.exec(url)?.[1] ?? null
}

/** The small version, for up to 64 px; the default picture has none. */
export function smallPictureUrl(url: string) {
  return url.replace(/^(\/files\/pictures\/[\w-]+)\/512\.webp$/, '$1/96.webp')
}

/** Path of the file, below the member's folder. */
export function pictureFile({ memberId, id }: { memberId: string; id: string }, size: PictureSize) {
  return `pictures/${memberId}/${id}-${size}.webp`
}

/** The picture that a file belongs to, by its path; null for any other file. */
export function pictureOfFile(path: string) {
  const [, memberId, id] = /^pictures\/([\w-]+)\/([\w-]+)-\d+\.webp$/.exec(path) ?? []
  return memberId === undefined || id === undefined ? null : { memberId, id }
}

/**
 * How long an unused file stays. A backup copies rows before files, so the files of the copied rows must still exist
 * then.
 */
export const unusedPictureMs = 24 * 3_600_000

/** Storage requests are retried. A single request is aborted after this long without progress. */
export const storageOperationMs = 2 * 60_000
/** An upload is given up after this long, including all retries. */
export const storageUploadMs = 10 * 60_000
/** After this long without progress, the app says that the picture is still being sent. */
export const stillSendingMs = 5_000
const longestPauseMs = 30_000

type FailedUpload = {
  /** Number of failed attempts so far, at least one. */
  failures: number
  /** Since the first attempt. */
  elapsedMs: number
  /** From the server's Retry-After header, if any. */
  askedForMs?: number
  /** Random, from 0 to 1: jitter, so that clients that failed together don't retry together. */
  chance: number
}

/** Delay before the next upload attempt: exponential backoff with jitter; null to give up. */
export function nextUploadInMs({ failures, elapsedMs, askedForMs = 0, chance }: FailedUpload) {
  const pauseMs = Math.round(Math.min(longestPauseMs, 1000 * 2 ** (failures - 1)) * (0.8 + 0.4 * chance))
  const inMs = Math.max(pauseMs, askedForMs)
  return elapsedMs + inMs < storageUploadMs ? inMs : null
}

export const defaultPicture = '/default-pfp.png'
