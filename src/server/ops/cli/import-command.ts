import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { StorePreview } from '#contract/store-orders.ts'
import { conflictText, gainInWords, importInWords, unreadText, waitTexts } from '#domain/text/store-messages.ts'
import { applyFile, countOf } from '#server/features/store-orders/apply-import.ts'
import { FileRefused, planFile, readStoreFile } from '#server/features/store-orders/plan-import.ts'
import { previewOf } from '#server/features/store-orders/preview-import.ts'
import { addFirebaseImport } from './firebase-import-command.ts'
import { openClub } from './open-club.ts'
import { asTyped, CommandRefused, count, examples, printable, type Terminal } from './terminal.ts'

/** `import store FILE.csv`: what officers do on the page Resources, under Store; and `import firebase FOLDER`. */
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
  for (const line of linesOf(preview)) say(printable(line))
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

/** Member by member, then what waits, then what was left out: one line each. */
function linesOf({ encoding, separator, total, members, lines, unread }: StorePreview) {
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
