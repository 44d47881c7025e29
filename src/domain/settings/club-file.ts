import { isPicture } from '#domain/photos.ts'

/** Files that officers upload: the constitution, documents for Resources, and the club's logo. */

export const largestClubFileBytes = 5 * 1024 * 1024
export const largestLogoBytes = 2 * 1024 * 1024
/** Height of the stored logo in pixels, for three times the size in the header; wider logos are made as wide as fits. */
export const logoPixels = { height: 96, width: 384 } as const
const office = 'application/vnd.openxmlformats-officedocument'
const open = 'application/vnd.oasis.opendocument'
/** The accepted kinds of document by their names' ending, each with its media type and how its content begins. */
const kinds: Record<string, { mediaType: string; begins: 'pdf' | 'zip' | 'text' | 'picture' }> = {
  pdf: { mediaType: 'application/pdf', begins: 'pdf' },
  docx: { mediaType: `${office}.wordprocessingml.document`, begins: 'zip' },
  xlsx: { mediaType: `${office}.spreadsheetml.sheet`, begins: 'zip' },
  pptx: { mediaType: `${office}.presentationml.presentation`, begins: 'zip' },
  odt: { mediaType: `${open}.text`, begins: 'zip' },
  ods: { mediaType: `${open}.spreadsheet`, begins: 'zip' },
  odp: { mediaType: `${open}.presentation`, begins: 'zip' },
  csv: { mediaType: 'text/csv; charset=utf-8', begins: 'text' },
  txt: { mediaType: 'text/plain; charset=utf-8', begins: 'text' },
  jpg: { mediaType: 'image/jpeg', begins: 'picture' },
  jpeg: { mediaType: 'image/jpeg', begins: 'picture' },
  png: { mediaType: 'image/png', begins: 'picture' },
}
export const clubFileEndings = Object.keys(kinds)

export type ClubFileRefusal = 'name' | 'kind' | 'empty' | 'too-large' | 'other-content'
type CheckedFile =
  | { outcome: 'accepted'; name: string; mediaType: string }
  | { outcome: 'refused'; reason: ClubFileRefusal }

/** Checks that a file is one of the accepted kinds, by the ending of its name and by its content, which have to agree. */
export function checkClubFile(typedName: string, bytes: Uint8Array): CheckedFile {
  const name = fileNameInUrl(typedName)
  const ending = /^.*\.([a-z]+)$/.exec(name.toLowerCase())?.[1]
  if (name === '') return { outcome: 'refused', reason: 'name' }
  const kind = ending !== undefined && Object.hasOwn(kinds, ending) ? kinds[ending] : undefined
  if (kind === undefined) return { outcome: 'refused', reason: 'kind' }
  if (bytes.length === 0) return { outcome: 'refused', reason: 'empty' }
  if (bytes.length > largestClubFileBytes) return { outcome: 'refused', reason: 'too-large' }
  if (!begins[kind.begins](bytes)) return { outcome: 'refused', reason: 'other-content' }
  return { outcome: 'accepted', name, mediaType: kind.mediaType }
}

const begins: Record<'pdf' | 'zip' | 'text' | 'picture', (bytes: Uint8Array) => boolean> = {
  // The end, too: what some programs accept as a PDF file begins with something else.
  pdf: (bytes) => latin(bytes.subarray(0, 5)) === '%PDF-' && latin(bytes.subarray(-1024)).includes('%%EOF'),
  zip: (bytes) => latin(bytes.subarray(0, 4)) === 'PK\x03\x04',
  text: (bytes) => isText(bytes),
  picture: isPicture,
}

function latin(bytes: Uint8Array) {
  return String.fromCharCode(...bytes)
}

function isText(bytes: Uint8Array) {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0')
  } catch {
    return false
  }
}

/** The name as it is in the file's URL: without folders, and with plain letters only. */
export function fileNameInUrl(name: string) {
  const plain = (name.split(/[\\/]/).pop() ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .replace(/\.{2,}/g, '.')
  const [, stem = plain, ending = ''] = /^(.*?)(\.\w{1,10})?$/.exec(plain) ?? []
  return stem.slice(0, 80) + ending
}

/** The URL of a file. Its content never changes: another file has another id. */
export function clubFileUrl({ id, name }: { id: string; name: string }) {
  return `/files/club/${id}/${name}`
}

/** Path of the file in the storage: below its day, by which files without a row are recognized as old. */
export function clubFilePath({ id, createdAt }: { id: string; createdAt: string }) {
  return `club/${createdAt.slice(0, 10)}/${id}`
}

/** The id of a file by its URL; null for any other address. */
export function clubFileOfUrl(url: string) {
  return /^\/files\/club\/([\w-]{24})\/[\w.-]+$/.exec(url)?.[1] ?? null
}

/** The ids of all files that a text names by their URLs. */
export function clubFilesIn(text: string) {
  return Array.from(text.matchAll(/\/files\/club\/([\w-]{24})\//g), ([, id = '']) => id)
}

/** A file's name by its URL. */
export function clubFileNameOf(url: string) {
  return url.split('/').pop() ?? ''
}

/** The file by its path in the storage; null for any other file. */
export function clubFileOfPath(path: string) {
  const [, day, id] = /^club\/(\d{4}-\d\d-\d\d)\/([\w-]{24})$/.exec(path) ?? []
  return day === undefined || id === undefined ? null : { day, id }
}

/** How long a file stays that no setting and no change in the history names: an officer may be about to save. */
export const unusedClubFileMs = 24 * 3_600_000

export const logoFileName = 'logo.webp'
