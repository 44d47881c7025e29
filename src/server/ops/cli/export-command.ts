import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { exportFileName } from '#domain/export-files.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { csvPieces } from '#server/features/reports/csv.ts'
import { type ExportKind, exportKinds, tableOf } from '#server/features/reports/export-tables.ts'
import { createClubDays } from '#server/ops/config/club-days.ts'
import { addFirebaseExport } from './firebase-export-command.ts'
import { openClub } from './open-club.ts'
import { CommandRefused, count, examples, type Terminal } from './terminal.ts'

const contents: Record<ExportKind, string> = {
  members: 'everyone in the club, with passes, counts, and balance',
  attendance: 'who attended which practice',
  ledger: 'every ledger entry: day passes and paid practices',
  audit: 'what officers did, newest first',
}

/** `export members|attendance|ledger|audit`: the same tables that officers download on the page Resources; and `export firebase`. */
export function addExportCommands(program: Command, terminal: Terminal) {
  const parent = program
    .command('export')
    .description(
      'Exports a table as a CSV file that opens in any spreadsheet program, or the whole club as a folder for Firebase.',
    )
    .summary('Export members, attendance, ledger, or audit log as CSV, or the whole club')
    .usage('<command>')
    .helpCommand(false)
    .addHelpText(
      'after',
      examples(
        ['export members', 'to a file with today’s date'],
        ['export ledger ../books.csv', 'to this file'],
        ['export firebase ../leaving', 'everything, in Firebase’s format'],
      ),
    )
  addFirebaseExport(parent, terminal)
  for (const kind of exportKinds)
    parent
      .command(kind)
      .description(`Exports ${contents[kind]}.\n\nAn existing file is never overwritten.`)
      .summary(`Export ${contents[kind]}`)
      .usage('[file]')
      .argument('[file]', 'the file to write; by default, a file in this folder, named after the club and the date')
      .addHelpText('after', examples([`export ${kind}`, contents[kind]]))
      .action((file: string | undefined) => write(terminal, kind, file))
}

async function write({ env, complain, say }: Terminal, kind: ExportKind, named: string | undefined) {
  await using opened = await openClub({ env, complain })
  const ctx = { ...opened, days: createClubDays(opened.club.timeZone) }
  const file = resolve(named ?? exportFileName(ctx.club.name, kind, ctx.days.today(ctx.clock.now())))
  const { head, batches } = tableOf(ctx, kind)
  let rows = 0
  async function* counted() {
    for await (const batch of batches) {
      rows += batch.length
      yield batch
    }
  }
  // For the owner alone: it is about people.
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  try {
    await pipeline(Readable.from(csvPieces(head, counted())), target)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new CommandRefused(`${file} already exists. Choose another file name, or move that file somewhere else.`)
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new CommandRefused(`The folder of ${file} doesn’t exist. Create it first, or choose another one.`)
    await rm(file, { force: true })
    throw error
  }
  const entry = { actor: 'command', action: 'export', target: kind, requestId: randomUUID() } as const
  await ctx.write((tx) => saveAudit(tx, ctx, entry))
  say(`${count(rows, 'row')} in ${file}`)
}
