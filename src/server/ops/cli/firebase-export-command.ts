import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type ExportedClub, exportClub } from '#firebase/export-club.ts'
import { FolderRefused } from '#firebase/read-folder.ts'
import { exportMark, prepareFolder, writeFolder } from '#firebase/write-folder.ts'
import { standardScrypt } from '#server/auth/old-passwords.ts'
import { createSecrets } from '#server/auth/secrets.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { readSnapshot } from '#server/ops/verify/check.ts'
import { openClub } from './open-club.ts'
import { CommandRefused, count, examples, type Terminal } from './terminal.ts'

/** `export firebase FOLDER`: nobody is locked in. */
export function addFirebaseExport(parent: Command, terminal: Terminal) {
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

async function exportFirebase({ env, complain, say, progress, stepBack }: Terminal, named: string) {
  stepBack?.()
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
