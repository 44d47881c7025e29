import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { StorePreview } from '#contract/store-orders.ts'
import { dayOf } from '#domain/calendar-day.ts'
import { conflictText, gainInWords, importInWords, unreadText, waitTexts } from '#domain/text/store-messages.ts'
import type { Defect } from '#firebase/documents/documents.ts'
import type { ImportSummary } from '#firebase/import-club.ts'
import type { SourceClub } from '#firebase/source-club.ts'
import { exportMark } from '#firebase/write-folder.ts'
import type { AppContext } from '#server/context.ts'
import { applyFile, countOf } from '#server/features/store-orders/apply-import.ts'
import { FileRefused, planFile, previewOf, readStoreFile } from '#server/features/store-orders/plan-import.ts'
import { asTyped, CommandRefused, count, examples, printable, type Terminal } from '#server/ops/terminal.ts'
import { openClub } from './open-club.ts'

/** Adds `import store FILE.csv`, like the import under Resources, Store, and `import firebase FOLDER`. */
export function addImportCommands(program: Command, terminal: Terminal) {
  const parent = program
    .command('import')
    .description('Imports what another program has exported.')
    .summary('Import a club from Firebase, or store orders')
    .usage('<command>')
    .helpCommand(false)
    .addHelpText(
      'after',
      examples(
        ['import store orders.csv --dry-run', 'show what it would change'],
        ['import store orders.csv', 'do it'],
        ['import firebase ../export', 'a whole club, with its members and practices'],
      ),
    )
  addFirebaseImport(parent, terminal)
  parent
    .command('store')
    .description(
      'Imports the store’s order export and assigns the orders to members by email.\n\n' +
        'Each order counts once, no matter which file it’s in. Orders without a member need review under Resources, Store.',
    )
    .summary('Import store orders')
    .usage('<file> [--dry-run]')
    .argument('<file>', 'the orders, as CSV')
    .option('--dry-run', 'show what it would change, without changing anything')
    .addHelpText('after', examples(['import store orders.csv', 'import what’s new in it']))
    .action((file: string, { dryRun = false }: { dryRun?: boolean }) => importStore(terminal, file, dryRun))
}

async function importStore({ env, complain, say, progress }: Terminal, named: string, dryRun: boolean) {
  const path = resolve(named)
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'doesn’t exist' : error.code === 'EISDIR' ? 'is a folder' : 'can’t be read'
    throw new CommandRefused(`${path} ${why}. Use the store’s CSV export.`)
  })
  await using club = await openClub({ env, complain })
  progress?.('Reading the file…')
  const file = readFileOf(bytes, club)
  const plan = await planFile(club.database.db, club, file)
  const preview = previewOf(plan, file)
  for (const line of storeImportLines(preview)) say(printable(line))
  if (dryRun) {
    const would = importInWords(countOf(plan, file))
    say(plan.seen === '' ? would : `Nothing has been changed. Without --dry-run: ${would}`)
    return
  }
  progress?.(`Importing ${count(preview.lines.length, 'order')}…`)
  const by = { actor: 'command', requestId: randomUUID() }
  const done = await club.write((tx, announce) => applyFile(tx, announce, club, { file, seen: null, by }))
  if (done === 'changed-since') throw new Error('an import without a preview can’t be refused for one')
  say(importInWords(done))
  if (done.waiting > 0) say('Orders that need review are under Resources, Store.')
}

function readFileOf(bytes: Uint8Array, club: Parameters<typeof readStoreFile>[1]) {
  try {
    return readStoreFile(bytes, club)
  } catch (error) {
    if (error instanceof FileRefused) throw new CommandRefused(`${error.message} (${asTyped('import store --help')})`)
    throw error
  }
}

/** The preview, one row per line: members first, then what needs review, then what was left out. */
function storeImportLines({ encoding, separator, total, members, lines, unread }: StorePreview) {
  const separated = separator === 'tab' ? 'tabs' : separator === ';' ? 'semicolons' : 'commas'
  return [
    `${count(total, 'line')}, read as ${encoding} with ${separated}.`,
    ...members.map(({ name, email, before, after }) => {
      const gain = {
        paidPractices: after.paidPractices - before.paidPractices,
        dayPasses: after.dayPasses - before.dayPasses,
      }
      return `  ${name} (${email}): ${gainInWords(gain)}`
    }),
    ...lines
      .filter(({ outcome }) => outcome === 'wait' || outcome === 'conflict')
      .map(({ number, order, email, product, quantity, why }) => {
        const reason = why === null ? conflictText : waitTexts[why]
        return `  line ${number}, order ${order}, ${quantity} × ${product}, ${email || 'no email'}: ${reason}`
      }),
    ...unread.map(({ number, reason, said }) => `  line ${number}: ${unreadText(reason, said)}`),
  ]
}

type FirebaseOptions = { dryRun?: boolean; withoutPasswords?: boolean }

/** Adds `import firebase FOLDER`, which imports a whole club. */
function addFirebaseImport(parent: Command, terminal: Terminal) {
  parent
    .command('firebase')
    .description(
      'Imports a club from Firebase: its documents, its accounts with their passwords, and its photos.\n\n' +
        'The folder contains users.json, practices.json, settings.json, and emailPaidCounts.json, or one file with all of ' +
        'them; the output of "firebase auth:export"; a file with the password hash parameters from the console; and photos ' +
        'as pfp/<id>. docs/migrate-from-firebase.md explains how to get them.\n\n' +
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
    .action((folder: string, options: FirebaseOptions) => importFirebase(terminal, folder, options))
}

async function importFirebase(
  { env, complain, say, progress = () => {}, lowerPriority }: Terminal,
  named: string,
  options: FirebaseOptions,
) {
  lowerPriority?.()
  await using club = await openClub({ env, complain })
  // Loaded only when needed: these load the whole app.
  const { createCommandContext } = await import('./command-context.ts')
  const { planImportOfClub, importClub, changesOf } = await import('#firebase/import-club.ts')
  const ctx = createCommandContext(club)
  try {
    progress('Reading the files…')
    const source = await readExport(resolve(named), ctx)
    sayRead(say, source)
    requirePasswords(source, options)
    const done = options.dryRun ? await planImportOfClub(ctx, source) : await importClub(ctx, source, progress)
    sayDefects(say, [...source.defects, ...done.defects])
    for (const line of source.left) say(`  ${printable(line)}`)
    if (changesOf(done) === 0) return say('Nothing to do: everything in these files has already been imported.')
    for (const line of firebaseImportLines(done, options.dryRun === true)) say(printable(line))
    if (!options.dryRun) say(`Check it: ${asTyped('verify')}`)
  } finally {
    await ctx.pictures.stop()
  }
}

async function readExport(folder: string, { clock, club, secrets }: Pick<AppContext, 'clock' | 'club' | 'secrets'>) {
  const { FolderRefused, readFolder } = await import('#firebase/read-folder.ts')
  const { readSourceClub } = await import('#firebase/source-club.ts')
  const { timeZone, emailDomain } = club
  const nowMs = clock.now()
  const days = { dayOf: (at: Date) => dayOf(at.getTime(), timeZone), today: dayOf(nowMs, timeZone) }
  try {
    const files = await readFolder(folder)
    if (files.mark === exportMark(secrets))
      throw new FolderRefused(
        `${folder} was exported from this club by “export firebase”. All of it is already here and would count twice. Use the folder that the old app exported.`,
      )
    return readSourceClub(files, { now: new Date(nowMs), ...days, timeZone, emailDomain })
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

/** Refuses an import without passwords, because then everyone would have to choose a new one. */
function requirePasswords({ read, hashConfig, needsHashConfig }: SourceClub, { withoutPasswords }: FirebaseOptions) {
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

function firebaseImportLines(done: ImportSummary, dryRun: boolean) {
  const { people, joined, changed, officers } = done
  return [
    dryRun ? 'Nothing has been changed. Without --dry-run, this would be imported:' : 'Imported:',
    `  ${count(people, 'member')}${joined > 0 ? `, ${joined} who already had an account here` : ''}`,
    ...(officers.length > 0 ? [`  officers among them: ${officers.join(', ')}`] : []),
    ...(changed > 0 ? [`  something new for ${count(changed, 'member')} imported earlier`] : []),
    ...(done.passwords > 0 ? [`  corrected old passwords for ${count(done.passwords, 'member')}`] : []),
    `  ${count(done.practices, 'practice')}${done.live === null ? '' : `, of which “${done.live}” is live`}`,
    `  ${count(done.attended, 'attendance')}, ${count(done.credited, 'carpool credit')}, ${count(done.rsvps, 'RSVP')}`,
    `  ${count(done.dayPasses, 'day pass', 'day passes')} and ${count(done.paidPractices, 'paid practice')}`,
    `  ${count(done.lists, 'email')} on lists, ${count(done.pictures, 'photo')}`,
  ]
}
