import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { filesIn } from '#server/ops/files/club-files.ts'
import { CommandRefused } from '#server/ops/terminal.ts'
import { createMeasure } from './backup-files.ts'
import { damaged, type Manifest, manifestFile, tableFile } from './manifest.ts'
import { readTable, type Table, tablesAt } from './tables.ts'

/**
 * Reads a whole backup and compares it with its manifest.
 * @returns its tables, referenced tables first
 * @throws CommandRefused naming what is damaged, missing, or unexpected
 */
export async function checkBackup(
  folder: string,
  manifest: Manifest,
  progress: (what: string) => void,
): Promise<Table[]> {
  const tables = await tablesAt(manifest.schema)
  const expected = new Set([manifestFile, ...Object.keys(manifest.files)])
  for (const { name } of tables) {
    if (!manifest.tables[name]) throw damaged(manifestFile, `table ${name} is missing`)
    expected.add(tableFile(name))
  }
  await assertNothingElse(folder, expected)
  for (const table of tables) {
    progress(table.name)
    for await (const _ of rowsOf(folder, manifest, table)) {
    }
  }
  for (const path of Object.keys(manifest.files)) {
    progress(path)
    await checkFile(folder, path, manifest)
  }
  return tables
}

/** The rows of a table in a backup. Throws after the last row if the checksum is wrong. */
export function rowsOf(folder: string, manifest: Manifest, { name, columns }: Table) {
  const path = tableFile(name)
  const expected = manifest.tables[name]
  if (!expected) throw damaged(manifestFile, `table ${name} is missing`)
  const names = columns.map((column) => column.name)
  return readTable(join(folder, path), path, names, expected)
}

export async function checkFile(folder: string, path: string, { files }: Manifest) {
  const content = await filesIn(folder).read(path)
  if (content === null) throw damaged(path, 'missing')
  const measure = createMeasure()
  for await (const _ of measure.watch(content)) {
  }
  const found = measure.result()
  const { size, sha256 } = files[path] ?? { size: 0, sha256: '' }
  if (found.size !== size) throw damaged(path, `${found.size} bytes, expected ${size}`)
  if (found.sha256 !== sha256) throw damaged(path, 'wrong checksum')
}

/** An unexpected file may belong to another backup or may have been added by hand. */
async function assertNothingElse(folder: string, expected: Set<string>) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')
    if (entry.isDirectory() || (entry.isFile() && expected.has(path))) continue
    throw new CommandRefused(
      `${path} isn’t part of this backup. Remove it from ${folder} and try again. Nothing was restored.`,
    )
  }
}
