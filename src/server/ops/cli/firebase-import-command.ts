import { resolve } from 'node:path'
import type { Command } from 'commander'
import { dayOf } from '#domain/calendar-day.ts'
import type { Defect } from '#firebase/documents/documents.ts'
import type { ImportSummary } from '#firebase/import-club.ts'
import type { SourceClub } from '#firebase/source-club.ts'
import { exportMark } from '#firebase/write-folder.ts'
import type { AppContext } from '#server/context.ts'
import { openClub } from './open-club.ts'
import { asTyped, CommandRefused, count, examples, printable, type Terminal } from './terminal.ts'

type Options = { dryRun?: boolean; withoutPasswords?: boolean }

/** `import firebase FOLDER`: a club moves in, with everything that it had. */
export function addFirebaseImport(parent: Command, terminal: Terminal) {
  parent
    .command('firebase')
    .description(
      'Imports a club from Firebase: its documents, its accounts with their passwords, and its photos.\n\n' +
        'The folder contains users.json, practices.json, settings.json, and emailPaidCounts.json, or one file with all of ' +
        'them; the output of "firebase auth:export"; a file with the password hash parameters from the console; and photos ' +
        'as pfp/<id>. docs/moving-in.md explains how to get them.\n\n' +
        'Anything that can’t be imported as is gets one line in the output. The server can keep running. Nothing is ' +
        'imported twice: if an import was interrupted, or you fixed a file, run it again.',
    )
    .summary('Import a club from Firebase')
    .usage('<folder> [--dry-run]')
    .argument('<folder>', 'the folder with the exported files')
    .option('--dry-run', 'show what it would do, without changing anything')
    .option('--without-passwords', 'import without accounts or passwords; everyone then chooses a new password')
    .addHelpText(
      'after',
      examples(
        ['import firebase ../export --dry-run', 'show what it would do'],
        ['import firebase ../export', 'do it'],
        ['verify', 'then check that all records are consistent'],
      ),
    )
    .action((folder: string, options: Options) => importFirebase(terminal, folder, options))
}

async function importFirebase(
  { env, complain, say, progress = () => {}, stepBack }: Terminal,
  named: string,
  options: Options,
) {
  stepBack?.()
  await using club = await openClub({ env, complain })
  // These bring the whole app along, which few commands need.
  const { createCommandContext } = await import('./command-context.ts')
  const { planImportOfClub: planOver, importClub: takeOver, changesOf } = await import('#firebase/import-club.ts')
  const ctx = createCommandContext(club)
  try {
    progress('Reading the files…')
    const former = await readFormer(resolve(named), ctx)
    sayRead(say, former)
    requirePasswords(former, options)
    const done = options.dryRun ? await planOver(ctx, former) : await takeOver(ctx, former, progress)
    sayDefects(say, [...former.defects, ...done.defects])
    for (const line of former.left) say(`  ${printable(line)}`)
    if (changesOf(done) === 0) return say('Nothing to do: everything in these files has already been imported.')
    for (const line of linesOf(done, options.dryRun === true)) say(printable(line))
    if (!options.dryRun) say(`Check it: ${asTyped('verify')}`)
  } finally {
    await ctx.pictures.stop()
  }
}

async function readFormer(folder: string, { clock, club, secrets }: Pick<AppContext, 'clock' | 'club' | 'secrets'>) {
  const { FolderRefused, readFolder } = await import('#firebase/read-folder.ts')
  const { readSourceClub: readFormerClub } = await import('#firebase/source-club.ts')
  const { timeZone, emailDomain } = club
  const nowMs = clock.now()
  const days = { dayOf: (at: Date) => dayOf(at.getTime(), timeZone), today: dayOf(nowMs, timeZone) }
  try {
    const files = await readFolder(folder)
    if (files.mark === exportMark(secrets))
      throw new FolderRefused(
        `${folder} was exported from this club by “export firebase”. All of it is already here and would count twice. Use the folder that the old app exported.`,
      )
    return readFormerClub(files, { now: new Date(nowMs), ...days, timeZone, emailDomain })
  } catch (error) {
    if (error instanceof FolderRefused)
      throw new CommandRefused(`${error.message} (${asTyped('import firebase --help')})`)
    throw error
  }
}

function sayRead(say: Terminal['say'], { read }: SourceClub) {
  say(
    [
      `Read ${count(read.users, 'member')}`,
      `${count(read.accounts, 'account')} (${read.passwords} with a password)`,
      count(read.practices, 'practice'),
      count(read.paid, 'paid count'),
      `${count(read.pictures, 'photo')}.`,
    ].join(', '),
  )
}

/** The mistake that would cost everybody a new password. */
function requirePasswords({ read, hashConfig, needsHashConfig }: SourceClub, { withoutPasswords }: Options) {
  if (withoutPasswords) return
  const otherwise = 'Or use --without-passwords: everyone then chooses a new password with “Forgot Password?”.'
  if (read.accounts === 0)
    throw new CommandRefused(
      `The accounts are missing. Put the output of “firebase auth:export auth.json” into the folder, or no one can log in with their old password. ${otherwise}`,
    )
  if (needsHashConfig && hashConfig === null)
    throw new CommandRefused(
      `The password hash parameters are missing. Copy them from the console (Authentication, Users, “Password hash parameters”) into hash-config.txt in the folder. ${otherwise}`,
    )
}

function sayDefects(say: Terminal['say'], defects: Defect[]) {
  if (defects.length === 0) return
  say(`${count(defects.length, 'thing')} couldn’t be imported as is:`)
  for (const { file, document, field, why, done } of defects) {
    const where = [file, document, field].filter(Boolean).join(', ')
    say(`  ${printable(where)}: ${printable(`${why.charAt(0).toUpperCase()}${why.slice(1)}. ${done}`)}`)
  }
}

function linesOf(done: ImportSummary, dryRun: boolean) {
  const { people, joined, changed, officers } = done
  return [
    dryRun ? 'Nothing has been changed. Without --dry-run, this would be imported:' : 'Imported:',
    `  ${count(people, 'member')}${joined > 0 ? `, ${joined} who already had an account here` : ''}`,
    ...(officers.length > 0 ? [`  officers among them: ${officers.join(', ')}`] : []),
    ...(changed > 0 ? [`  something new for ${count(changed, 'member')} imported earlier`] : []),
    ...(done.passwords > 0 ? [`  corrected old passwords for ${count(done.passwords, 'member')}`] : []),
    `  ${count(done.practices, 'practice')}${done.live === null ? '' : `, of which “${done.live}” is live`}`,
    `  ${count(done.attended, 'attendance')}, ${count(done.credited, 'carpool credit')}, ${count(done.answers, 'RSVP')}`,
    `  ${count(done.dayPasses, 'day pass', 'day passes')} and ${count(done.paidPractices, 'paid practice')}`,
    `  ${count(done.lists, 'email')} on lists, ${count(done.pictures, 'photo')}`,
  ]
}
