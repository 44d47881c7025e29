import { resolve } from 'node:path'
import type { Command } from 'commander'
import { dayOf } from '#domain/calendar-day.ts'
import type { Defect } from '#domain/firebase/documents.ts'
import { exportMark } from '../firebase/export-mark.ts'
import type { FormerClub } from '../firebase/former-club.ts'
import type { TakenOver } from '../firebase/take-over.ts'
import type { Parts } from '../parts.ts'
import { openClub } from './club.ts'
import { asTyped, CommandRefused, count, examples, printable, type Terminal } from './terminal.ts'

type Options = { dryRun?: boolean; withoutPasswords?: boolean }

/** `import firebase FOLDER`: a club moves in, with everything that it had. */
export function addFirebaseImport(parent: Command, terminal: Terminal) {
  parent
    .command('firebase')
    .description(
      'Takes over a club that has run on Firebase: its documents, its accounts with their passwords, and its pictures.\n\n' +
        'The folder has users.json, practices.json, settings.json and emailPaidCounts.json, or one file with all of them; what ' +
        '"firebase auth:export" has written; a file with the parameters of the passwords, as the console shows them; and ' +
        'pictures as pfp/<id>. docs/moving-in.md says how to get them.\n\n' +
        'What can’t be taken as it stands is told, one line each. The server may run meanwhile. Nothing is taken over ' +
        'twice: after an import that was broken off, or with files that were put right, run it again.',
    )
    .summary('Take over a club from Firebase')
    .usage('<folder> [--dry-run]')
    .argument('<folder>', 'what was exported')
    .option('--dry-run', 'say what it would do, and change nothing')
    .option('--without-passwords', 'go on without the accounts or their passwords: everybody then makes a new one')
    .addHelpText(
      'after',
      examples(
        ['import firebase ../export --dry-run', 'say what it would do'],
        ['import firebase ../export', 'and do it'],
        ['verify', 'afterwards: check that all records fit together'],
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
  const { createCommandParts } = await import('./command-parts.ts')
  const { planOver, takeOver, changesOf } = await import('../firebase/take-over.ts')
  const parts = createCommandParts(club)
  try {
    progress('Reading the files …')
    const former = await readFormer(resolve(named), parts)
    sayRead(say, former)
    requirePasswords(former, options)
    const done = options.dryRun ? await planOver(parts, former) : await takeOver(parts, former, progress)
    sayDefects(say, [...former.defects, ...done.defects])
    for (const line of former.left) say(`  ${printable(line)}`)
    if (changesOf(done) === 0) return say('Nothing to do: everything in these files has been taken over already.')
    for (const line of linesOf(done, options.dryRun === true)) say(printable(line))
    if (!options.dryRun) say(`Check it: ${asTyped('verify')}`)
  } finally {
    await parts.pictures.stop()
  }
}

async function readFormer(folder: string, { clock, club, secrets }: Pick<Parts, 'clock' | 'club' | 'secrets'>) {
  const { FolderRefused, readFolder } = await import('../firebase/read-folder.ts')
  const { readFormerClub } = await import('../firebase/former-club.ts')
  const { timeZone, emailDomain } = club
  const nowMs = clock.now()
  const days = { dayOf: (at: Date) => dayOf(at.getTime(), timeZone), today: dayOf(nowMs, timeZone) }
  try {
    const files = await readFolder(folder)
    if (files.mark === exportMark(secrets))
      throw new FolderRefused(
        `${folder} was written out of this club by “export firebase”: all of it is here, and would count twice. Name what the old app has exported.`,
      )
    return readFormerClub(files, { now: new Date(nowMs), ...days, timeZone, emailDomain })
  } catch (error) {
    if (error instanceof FolderRefused)
      throw new CommandRefused(`${error.message} (${asTyped('import firebase --help')})`)
    throw error
  }
}

function sayRead(say: Terminal['say'], { read }: FormerClub) {
  say(
    [
      `Read ${count(read.users, 'member')}`,
      `${count(read.accounts, 'account')} (${read.passwords} with a password)`,
      count(read.practices, 'practice'),
      count(read.paid, 'paid count'),
      `${count(read.pictures, 'picture')}.`,
    ].join(', '),
  )
}

/** The mistake that would cost everybody a new password. */
function requirePasswords({ read, hashConfig, needsHashConfig }: FormerClub, { withoutPasswords }: Options) {
  if (withoutPasswords) return
  const otherwise = 'With --without-passwords it goes on, and everybody makes a new one by “Forgot Password?”.'
  if (read.accounts === 0)
    throw new CommandRefused(
      `The accounts are missing: put what “firebase auth:export auth.json” writes into the folder, or nobody can sign in with their old password. ${otherwise}`,
    )
  if (needsHashConfig && hashConfig === null)
    throw new CommandRefused(
      `The parameters of the passwords are missing: copy them from the console (Authentication, Users, “Password hash parameters”) into hash-config.txt in the folder. ${otherwise}`,
    )
}

function sayDefects(say: Terminal['say'], defects: Defect[]) {
  if (defects.length === 0) return
  say(`${count(defects.length, 'thing')} could not be taken as it stands:`)
  for (const { file, document, field, why, done } of defects) {
    const where = [file, document, field].filter(Boolean).join(', ')
    say(`  ${printable(where)}: ${printable(`${why.charAt(0).toUpperCase()}${why.slice(1)}. ${done}`)}`)
  }
}

function linesOf(done: TakenOver, dryRun: boolean) {
  const { people, joined, changed, officers } = done
  return [
    dryRun ? 'Nothing has been changed. Without --dry-run are taken over:' : 'Taken over:',
    `  ${count(people, 'member')}${joined > 0 ? `, of whom ${joined} had an account here already` : ''}`,
    ...(officers.length > 0 ? [`  among them as officers: ${officers.join(', ')}`] : []),
    ...(changed > 0 ? [`  something new of ${count(changed, 'member')} who had been taken over before`] : []),
    ...(done.passwords > 0 ? [`  the old passwords of ${count(done.passwords, 'member')}, put right`] : []),
    `  ${count(done.practices, 'practice')}${done.live === null ? '' : `, of which “${done.live}” is live`}`,
    `  ${count(done.attended, 'attendance')}, ${count(done.credited, 'carpool credit')}, ${count(done.answers, 'answer')}`,
    `  ${count(done.dayPasses, 'day pass', 'day passes')} and ${count(done.paidPractices, 'paid practice')}`,
    `  ${count(done.lists, 'address', 'addresses')} on lists, ${count(done.pictures, 'picture')}`,
  ]
}
