import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { CommandRefused } from '#server/ops/terminal.ts'

/** What is in a backup, and how to tell that it is still as it was written. */
const size = z.number().check(z.int(), z.gte(0))
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** Relative, and staying where it belongs: nobody's manifest makes a restore write elsewhere. */
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
  /** Whatever was acknowledged before this instant is in it. */
  takenAt: z.iso.datetime(),
  /** By which a secret can be recognised, never the secret itself. */
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

/** With its own checksum as the last line but one, so that a manifest vouches for itself too. */
export function renderManifest(manifest: object) {
  const own = createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
  return `${JSON.stringify({ ...manifest, sha256: own }, null, 2)}\n`
}

/** @throws CommandRefused when there is none, when it was changed, or when it comes from a newer release */
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
