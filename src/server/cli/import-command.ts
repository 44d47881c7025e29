import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { StorePreview } from '#contract/store-import.ts'
import { conflictText, gainInWords, importInWords, unreadText, waitTexts } from '#domain/store-messages.ts'
import { applyFile, countOf } from '../store/apply.ts'
import { FileRefused, planFile, readStoreFile } from '../store/plan.ts'
import { previewOf } from '../store/preview.ts'
import { openClub } from './club.ts'
import { addFirebaseImport } from './firebase-import-command.ts'
import { asTyped, CommandRefused, count, examples, printable, type Terminal } from './terminal.ts'

/** `import store FILE.csv`: what officers do on the page Resources, under Store; and `import firebase FOLDER`. */
export function addImportCommands(program: Command, terminal: Terminal) {
  const parent = program
    .command('import')
    .description('Takes over what another program has written.')
    .summary('Take over a club from Firebase, or book what was bought in the store')
    .usage('<command>')
    .helpCommand(false)
    .addHelpText(
      'after',
      examples(
        ['import store orders.csv --dry-run', 'say what it would change'],
        ['import store orders.csv', 'and change it'],
        ['import firebase ../export', 'a whole club, with its members and practices'],
      ),
    )
  addFirebaseImport(parent, terminal)
  parent
    .command('store')
    .description(
      'Books the lines of the store’s order export for the members whose addresses they have.\n\n' +
        'Each line counts once, whatever file it comes in. Lines that belong to nobody yet wait on the page Resources.',
    )
    .summary('Book what was bought in the store')
    .usage('<file> [--dry-run]')
    .argument('<file>', 'the orders, as CSV')
    .option('--dry-run', 'say what it would change, and change nothing')
    .addHelpText('after', examples(['import store orders.csv', 'book what is new in it']))
    .action((file: string, { dryRun = false }: { dryRun?: boolean }) => importStore(terminal, file, dryRun))
}

async function importStore({ env, complain, say, progress }: Terminal, named: string, dryRun: boolean) {
  const path = resolve(named)
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'is not there' : error.code === 'EISDIR' ? 'is a folder' : 'can’t be read'
    throw new CommandRefused(`${path} ${why}. Name the CSV file that the store has made.`)
  })
  await using club = await openClub({ env, complain })
  progress?.('Reading the file …')
  const file = readFileOf(bytes, club)
  const plan = await planFile(club.database.db, club, file)
  const preview = previewOf(plan, file)
  for (const line of linesOf(preview)) say(printable(line))
  if (dryRun) {
    const would = importInWords(countOf(plan, file))
    say(plan.seen === '' ? would : `Nothing has been changed. Without --dry-run: ${would}`)
    return
  }
  progress?.(`Booking ${count(preview.lines.length, 'line')} …`)
  const by = { actor: 'command', requestId: randomUUID() }
  const done = await club.write((tx, announce) => applyFile(tx, announce, club, { file, seen: null, by }))
  if (done === 'changed-since') throw new Error('an import without a preview can’t be refused for one')
  say(importInWords(done))
  if (done.waiting > 0) say('What waits for an officer is on the page Resources, under Store.')
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
        return `  line ${number}, order ${order}, ${quantity} × ${product}, ${email || 'no address'}: ${reason}`
      }),
    ...unread.map(({ number, reason, said }) => `  line ${number}: ${unreadText(reason, said)}`),
  ]
}
