import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { CommandRefused } from '#server/ops/terminal.ts'

/** The manifest lists a backup's content with checksums, so that changes can be detected. */
const size = z.number().check(z.int(), z.gte(0))
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** A relative path without `..`, so that a manipulated manifest can't make a restore write elsewhere. */
const path = z
  .string()
  .check(z.refine((value) => value.split('/').every((part) => !['', '.', '..'].includes(part) && !/[\\\0]/.test(part))))

const Manifest = z.strictObject({
  format: z.literal(1),
  /** Quiver's version. */
  app: z.string(),
  /** The last migration of the database. */
  schema: z.number().check(z.int(), z.gte(1)),
  engine: z.enum(['sqlite', 'postgres']),
  /** Everything acknowledged before this instant is included. */
  takenAt: z.iso.datetime(),
  /** A fingerprint that recognizes the secret without revealing it. */
  secretMark: z.string(),
  tables: z.record(path, z.strictObject({ rows: size, size, sha256 })),
  /** All other files, by their path in the backup. */
  files: z.record(path, z.strictObject({ size, sha256 })),
})
export type Manifest = z.output<typeof Manifest>
export type FileFacts = { size: number; sha256: string }

export const manifestFile = 'manifest.json'
export const secretFile = 'auth-secret'
export const tableFile = (table: string) => `tables/${table}.ndjson`

/** Adds the manifest's own checksum as its last property. */
export function renderManifest(manifest: object) {
  const own = createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
  return `${JSON.stringify({ ...manifest, sha256: own }, null, 2)}\n`
}

/** @throws CommandRefused if the manifest is missing, was changed, or comes from a newer release */
export async function readManifest(folder: string, newestSchema: number): Promise<Manifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch((error) => {
    throw new CommandRefused(
      ['ENOENT', 'ENOTDIR'].includes(error.code)
        ? `${folder} isn’t a backup: it has no ${manifestFile}. Run "backups" to list your backups.`
        : `The backup in ${folder} can’t be read (${error.code}). Make it belong to the user the server runs as: chown -R quiver: ${folder}`,
    )
  })
  const manifest = withoutChecksum(text)
  if (manifest === null || renderManifest(manifest) !== text)
    throw damaged(manifestFile, 'it was changed after the backup was made')
  const { format, app, schema } = manifest
  if (Number(format) > 1 || Number(schema) > newestSchema)
    throw new CommandRefused(
      `This backup was made by a newer release, ${app} (schema ${schema}; this one supports ${newestSchema}). Restore it with that release. Nothing was changed.`,
    )
  const result = z.safeParse(Manifest, manifest)
  if (!result.success) throw damaged(manifestFile, `"${result.error.issues[0]?.path.join('.')}" is wrong`)
  return result.data
}

function withoutChecksum(text: string): Record<string, unknown> | null {
  try {
    const { sha256: _, ...manifest } = JSON.parse(text)
    return manifest
  } catch {
    return null
  }
}

export function damaged(file: string, what: string) {
  return new CommandRefused(`The backup is damaged: ${file} (${what}). Nothing was restored. Use an older backup.`)
}
