import { isUtf8 } from 'node:buffer'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { type HashConfig, isHashConfig, readHashConfig } from '#firebase/documents/account-document.ts'
import { type Content, collections, readContent } from './documents/documents.ts'
import { isRecord } from './documents/values.ts'

/** Thrown when a folder can't be read as an export; the message says what to do. */
export class FolderRefused extends Error {
  override name = 'FolderRefused'
}

export type ReadFolder = {
  files: { file: string; content: Content }[]
  hashConfig: HashConfig | null
  /** By account id there. */
  pictures: Map<string, { file: string; path: string }>
  /** Further photos of accounts that already have one. */
  morePictures: { uid: string; file: string }[]
  /** Files that aren't part of an export. */
  others: string[]
  /** Set in an export from Quiver; identifies the club that wrote it. */
  mark: string | null
}

export const markFile = 'quiver.json'

const largestFile = 256 * 1024 * 1024
const pictureFolders = /(^|\/)pfp(\/|$)/i

/** Finds everything in a folder that belongs to an export, regardless of file names. */
export async function readFolder(folder: string): Promise<ReadFolder> {
  const found: ReadFolder = {
    files: [],
    hashConfig: null,
    pictures: new Map(),
    morePictures: [],
    others: [],
    mark: null,
  }
  for (const file of await listFiles(folder)) {
    const path = join(folder, file)
    if (pictureFolders.test(file)) addPicture(found, file, path)
    else if (/\.(json|txt|conf|cfg|md|yaml|yml)$/i.test(file) || extname(file) === '') await addFile(found, file, path)
    else found.others.push(file)
  }
  if (found.files.every(({ content }) => content.documents.length === 0))
    throw new FolderRefused(
      `${folder} has none of the club’s documents: users.json, practices.json, settings.json, and emailPaidCounts.json, or one file with all of them.`,
    )
  return found
}

async function listFiles(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'ENOENT' ? 'isn’t there' : error.code === 'ENOTDIR' ? 'isn’t a folder' : 'can’t be read'
      throw new FolderRefused(`${folder} ${why}. Use the folder with the exported files.`)
    },
  )
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !/(^|\/)(\.|node_modules\/)/.test(file))
    .toSorted()
}

/** Accepts `pfp/<id>`, `pfp/<id>.jpg`, and `pfp/<id>/<any name>`. */
function addPicture(found: ReadFolder, file: string, path: string) {
  const [, below = ''] = /(?:^|\/)pfp\/(.+)$/i.exec(file) ?? []
  const [first = ''] = below.split('/')
  const id = below.includes('/') ? first : first.slice(0, first.length - extname(first).length)
  if (id === '') found.others.push(file)
  else if (found.pictures.has(id)) found.morePictures.push({ uid: id, file })
  else found.pictures.set(id, { file, path })
}

async function addFile(found: ReadFolder, file: string, path: string) {
  if ((await stat(path)).size > largestFile) throw new FolderRefused(`${file} is larger than 256 MB.`)
  const bytes = await readFile(path)
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  const name = file.slice(file.lastIndexOf('/') + 1)
  const json = parse(text)
  const content = json === undefined ? null : readContent(json, name)
  if (!isUtf8(bytes) && (content !== null || isHashConfig(text) || isOurs(name)))
    throw new FolderRefused(`${file} is not UTF-8. Export it again, or save it as UTF-8.`)
  if (name === markFile && isRecord(json)) found.mark = String(json.writtenBy)
  else if (content !== null) found.files.push({ file, content })
  else if (isHashConfig(text)) addHashConfig(found, file, text)
  else if (json === undefined && isOurs(name))
    throw new FolderRefused(`${file} isn’t JSON, or is cut off. Export it again.`)
  else found.others.push(file)
}

function addHashConfig(found: ReadFolder, file: string, text: string) {
  const read = readHashConfig(text)
  if (read.outcome === 'refused')
    throw new FolderRefused(`${file} doesn’t have the password hash parameters: ${read.why}. Copy them again.`)
  if (found.hashConfig !== null && JSON.stringify(found.hashConfig) !== JSON.stringify(read.config))
    throw new FolderRefused(
      `${file} has different password hash parameters than another file here. Keep only one of them.`,
    )
  found.hashConfig = read.config
}

function isOurs(name: string) {
  const plain = name.toLowerCase().replace(/\.json$/, '')
  return [...collections.map((each) => each.toLowerCase()), 'auth', 'accounts', 'backup', 'firestore'].includes(plain)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
