import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type ClubFiles, inOnePiece, readWhole } from '#server/ops/files/club-files.ts'
import type { Aside } from './create-backup.ts'
import { damaged, type Manifest, manifestFile, readManifest, tableFile } from './manifest.ts'
import { nameOfBackup, sortBackupNames, toThinOut } from './retention.ts'

// Content-addressed storage: the bucket holds every file once, named by its checksum, no matter how many backups
// contain it. So a photo is sent once, and a table only when it has changed. A backup is its manifest, written last.

const manifestOf = (name: string) => `backups/${name}.json`
/** Prefix of the club's files in a backup. */
const clubFiles = 'files/'
const objectOf = (sha256: string) => `objects/${sha256}.gz`

type OffsiteCopyInput = {
  bucket: ClubFiles
  /** For temporary files on this machine: the tables, never the club's files. */
  folder: string
  /** Writes a backup into a new folder, and its files to `aside`. */
  take: (folder: string, aside: Aside) => Promise<Manifest>
  nowMs: number
  keepDays: number
}

/**
 * Adds a backup to the bucket.
 * @returns its name, its manifest, and how much had to be sent
 */
export async function copyOffsite({ bucket, folder, take, nowMs, keepDays }: OffsiteCopyInput) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const place = await mkdtemp(join(folder, 'off-host.unfinished-'))
  try {
    const names = await listOffsite(bucket)
    const newest = await manifestIn(bucket, names.at(-1))
    const known = new Set(checksumsOf(newest))
    const sent = { count: 0, bytes: 0 }
    const send = async (content: Buffer, sha256: string) => {
      if (known.has(sha256)) return
      known.add(sha256)
      const packed = await promisify(gzip)(content)
      await bucket.write(objectOf(sha256), inOnePiece(packed))
      sent.count += 1
      sent.bytes += packed.length
    }
    const backup = join(place, 'backup')
    const manifest = await take(backup, { to: sendingFiles(send), known: filesOf(newest) })
    for (const [path, { sha256 }] of Object.entries(entriesOnDisk(manifest)))
      await send(await readFile(join(backup, path)), sha256)
    const name = nameOfBackup(nowMs)
    await bucket.write(manifestOf(name), inOnePiece(await readFile(join(backup, manifestFile))))
    // Clean up once a day, so that the copies in between are fast.
    const isFirstToday = names.at(-1)?.slice(0, 10) !== name.slice(0, 10)
    if (isFirstToday) await clearOffHost(bucket, { nowMs, keepDays })
    return { name, manifest, sent }
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** The names of the backups in a bucket, oldest first. */
export async function listOffsite(bucket: ClubFiles) {
  const paths = await bucket.list()
  return sortBackupNames(paths.flatMap((path) => /^backups\/(.+)\.json$/.exec(path)?.[1] ?? []))
}

/** Downloads a backup into a new folder. Doesn't verify it; `restore` does. */
export async function fetchOffsite(
  bucket: ClubFiles,
  name: string,
  folder: string,
  { schemaVersion, progress }: { schemaVersion: number; progress: (path: string) => void },
) {
  const bytes = await bucket.read(manifestOf(name))
  if (bytes === null) throw damaged(manifestOf(name), 'missing')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, manifestFile), await readWhole(bytes), { mode: 0o600 })
  const manifest = await readManifest(folder, schemaVersion)
  for (const [path, { sha256 }] of Object.entries(allEntries(manifest))) {
    progress(path)
    const object = await bucket.read(objectOf(sha256))
    if (object === null) throw damaged(path, 'not in the bucket')
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(file, await unpacked(path, await readWhole(object)), { mode: 0o600 })
  }
}

/**
 * Deletes expired backups: their manifests first, so that none refers to a missing object, then the objects that only
 * they used. Objects of a copy in progress are safe: it either sends them or takes them from the newest manifest, which
 * is never deleted.
 */
async function clearOffHost(bucket: ClubFiles, keeping: { nowMs: number; keepDays: number }) {
  const names = await listOffsite(bucket)
  const gone = toThinOut(names, keeping)
  const objects = new Set(await objectsIn(bucket, gone))
  for (const name of gone) await bucket.remove(manifestOf(name))
  for (const still of await objectsIn(bucket, await listOffsite(bucket))) objects.delete(still)
  for (const object of objects) await bucket.remove(objectOf(object))
}

type ManifestEntries = Pick<Manifest, 'tables' | 'files'>

async function objectsIn(bucket: ClubFiles, names: string[]) {
  const checksums: string[] = []
  for (const name of names) checksums.push(...checksumsOf(await manifestIn(bucket, name)))
  return checksums
}

/** Empty if the backup doesn't exist, or was deleted in the meantime. */
async function manifestIn(bucket: ClubFiles, name: string | undefined): Promise<ManifestEntries> {
  const bytes = name === undefined ? null : await bucket.read(manifestOf(name))
  return bytes === null ? { tables: {}, files: {} } : JSON.parse((await readWhole(bytes)).toString())
}

function checksumsOf(entries: ManifestEntries) {
  return Object.values(allEntries(entries)).map(({ sha256 }) => sha256)
}

/** The club's files, with their paths in the club. */
function filesOf({ files }: ManifestEntries) {
  const ofClub = Object.entries(files).filter(([path]) => path.startsWith(clubFiles))
  return Object.fromEntries(ofClub.map(([path, facts]) => [path.slice(clubFiles.length), facts]))
}

function allEntries({ tables, files }: ManifestEntries) {
  const ofTables = Object.entries(tables).map(([name, facts]) => [tableFile(name), facts] as const)
  return { ...Object.fromEntries(ofTables), ...files }
}

/** Without the club's files, which were sent directly and never written to this disk. */
function entriesOnDisk(manifest: Manifest) {
  return Object.fromEntries(Object.entries(allEntries(manifest)).filter(([path]) => !path.startsWith(clubFiles)))
}

function sendingFiles(send: (content: Buffer, sha256: string) => Promise<void>): ClubFiles {
  const writeOnly = () => Promise.reject(new Error('this bucket is write-only here'))
  return {
    list: writeOnly,
    read: writeOnly,
    remove: writeOnly,
    async write(_path, content) {
      const bytes = await readWhole(content)
      await send(bytes, createHash('sha256').update(bytes).digest('hex'))
    },
  }
}

async function unpacked(path: string, packed: Buffer) {
  try {
    return await promisify(gunzip)(packed)
  } catch {
    throw damaged(path, 'it can’t be unpacked')
  }
}
