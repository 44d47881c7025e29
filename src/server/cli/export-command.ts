import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { exportFileName } from '#domain/file-names.ts'
import { createClubDays } from '../config/club-days.ts'
import { csvPieces } from '../exports/csv.ts'
import { type ExportKind, exportKinds, tableOf } from '../exports/tables.ts'
import { saveAudit } from '../ledger/audit.ts'
import { openClub } from './club.ts'
import { addFirebaseExport } from './firebase-export-command.ts'
import { CommandRefused, count, examples, type Terminal } from './terminal.ts'

const contents: Record<ExportKind, string> = {
  members: 'everybody in the club, with passes, counts and balance',
  attendance: 'who was at which practice',
  ledger: 'every row of the books: day passes and paid practices',
  audit: 'what officers did, newest first',
}

/** `export members|attendance|ledger|audit`: the same tables that officers download on the page Resources; and `export firebase`. */
export function addExportCommands(program: Command, terminal: Terminal) {
  const parent = program
    .command('export')
    .description(
      'Writes a table of the club into a CSV file that opens in any spreadsheet program, or the whole club into a folder that ' +
        'Firebase can read.',
    )
    .summary('Write members, attendance, ledger or audit log as CSV, or the whole club')
    .usage('<command>')
    .helpCommand(false)
    .addHelpText(
      'after',
      examples(
        ['export members', 'into a file of today'],
        ['export ledger ../books.csv', 'into this file'],
        ['export firebase ../leaving', 'everything, in the shapes that it had in Firebase'],
      ),
    )
  addFirebaseExport(parent, terminal)
  for (const kind of exportKinds)
    parent
      .command(kind)
      .description(`Writes ${contents[kind]}.\n\nA file that is there already is left as it is.`)
      .summary(`Write ${contents[kind]}`)
      .usage('[file]')
      .argument('[file]', 'where to; without it, here, with the club’s name and the day')
      .addHelpText('after', examples([`export ${kind}`, contents[kind]]))
      .action((file: string | undefined) => write(terminal, kind, file))
}

async function write({ env, complain, say }: Terminal, kind: ExportKind, named: string | undefined) {
  await using opened = await openClub({ env, complain })
  const parts = { ...opened, days: createClubDays(opened.club.timeZone) }
  const file = resolve(named ?? exportFileName(parts.club.name, kind, parts.days.today(parts.clock.now())))
  const { head, batches } = tableOf(parts, kind)
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
      throw new CommandRefused(`${file} is there already. Name another file, or move that one away.`)
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new CommandRefused(`The folder of ${file} is not there. Make it first, or name another one.`)
    await rm(file, { force: true })
    throw error
  }
  const entry = { actor: 'command', action: 'export', target: kind, requestId: randomUUID() } as const
  await parts.write((tx) => saveAudit(tx, parts, entry))
  say(`${count(rows, 'row')} in ${file}`)
}
