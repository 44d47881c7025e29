import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { exportFileName } from '#domain/export-files.ts'
import { type ExportedClub, exportClub } from '#firebase/export-club.ts'
import { FolderRefused } from '#firebase/read-folder.ts'
import { exportMark, prepareFolder, writeFolder } from '#firebase/write-folder.ts'
import { standardScrypt } from '#server/crypto/passwords.ts'
import { createSecrets } from '#server/crypto/secrets.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { csvPieces, type ExportKind, exportKinds, tableOf } from '#server/features/reports/export-tables.ts'
import { createClubDays } from '#server/ops/config/club-days.ts'
import { CommandRefused, count, examples, type Terminal } from '#server/ops/terminal.ts'
import { readSnapshot } from '#server/ops/verify/check.ts'
import { openClub } from './open-club.ts'

const contents: Record<ExportKind, string> = {
  members: 'everyone in the club, with passes, counts, and balance',
  attendance: 'who attended which practice',
  sales: 'what was sold at the door of each practice',
  ledger: 'every ledger entry: day passes and paid practices',
  audit: 'what officers did, newest first',
}

/**
 * Adds `export members|attendance|sales|ledger|audit`, the tables that officers can download under Resources, and `export
 * firebase`.
 */
export function addExportCommands(program: Command, terminal: Terminal) {
  const parent = program
    .command('export')
    .description(
      'Exports a table as a CSV file that opens in any spreadsheet program, or the whole club as a folder for Firebase.',
    )
    .summary('Export members, attendance, sales, ledger, or audit log as CSV, or the whole club')
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
  // Readable only by the owner: the file contains personal data.
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

/** Adds `export firebase FOLDER`, so that the club can leave Quiver at any time. */
function addFirebaseExport(parent: Command, terminal: Terminal) {
  parent
    .command('firebase')
    .description(
      'Exports the whole club to a new folder, in Firebase’s format: documents, accounts with their passwords, and ' +
        'photos.\n\n' +
        'It contains the club as of one moment; the server can keep running. What the format can’t hold is listed. ' +
        'Keep the folder as safe as the data folder. "import firebase" can read it.',
    )
    .summary('Export the whole club in Firebase’s format')
    .usage('<folder>')
    .argument('<folder>', 'a new or empty folder')
    .addHelpText('after', examples(['export firebase ../leaving', 'everything, as separate files']))
    .action((folder: string) => exportFirebase(terminal, folder))
}

async function exportFirebase({ env, complain, say, progress, lowerPriority }: Terminal, named: string) {
  lowerPriority?.()
  await using club = await openClub({ env, complain })
  const folder = resolve(named)
  try {
    await prepareFolder(folder)
  } catch (error) {
    if (error instanceof FolderRefused) throw new CommandRefused(error.message)
    throw error
  }
  progress?.('Reading the club…')
  const exported = await readSnapshot(club.database, (db) => exportClub(db, club.club.timeZone))
  progress?.('Writing the files…')
  const pictures = await writeFolder(
    folder,
    exported,
    club.files,
    exportMark(createSecrets(club.environment.authSecret)),
  )
  const entry = { actor: 'command', action: 'export', target: 'firebase', requestId: randomUUID() } as const
  await club.write((tx) => saveAudit(tx, club, entry))
  for (const line of linesOf(exported, pictures)) say(line)
  say(`Written to ${folder}`)
}

function linesOf(
  { collections, accounts, standardAccounts, hashConfig, left, ...club }: ExportedClub,
  pictures: number,
) {
  const { users, practices, emailPaidCounts } = collections
  const of = (documents: object) => Object.keys(documents).length
  const missing = club.pictures.length - pictures
  const { memCost, parallelization, blockSize, dkLen } = standardScrypt
  return [
    `${count(of(users), 'member')}, ${count(of(practices), 'practice')}, ${count(of(emailPaidCounts), 'paid count')}, ${count(pictures, 'photo')}`,
    ...(hashConfig === null
      ? []
      : [
          `auth.json: ${count(accounts.length, 'account')}; its parameters are in hash-config.txt (--hash-algo=SCRYPT)`,
        ]),
    ...(standardAccounts.length === 0
      ? []
      : [
          `auth-scrypt.json: ${count(standardAccounts.length, 'account')}, for firebase auth:import --hash-algo=STANDARD_SCRYPT --mem-cost=${memCost} --parallelization=${parallelization} --block-size=${blockSize} --dk-len=${dkLen}`,
        ]),
    'Different from the original: the order of ids in lists; missing roles are written out; names are nameFirst and nameLast; fields that weren’t imported are left out.',
    ...(missing > 0 ? [`  ${count(missing, 'photo')} with missing files.`] : []),
    ...left.map((line) => `  ${line}`),
  ]
}
