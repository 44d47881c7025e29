import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { PreviewLine, StorePreview } from '#contract/store-orders.ts'
import { canonicalEmail } from '#domain/email.ts'
import type { Totals } from '#domain/ledger.ts'
import { displayName } from '#domain/names.ts'
import {
  findAltered,
  type KnownLine,
  type Owners,
  type Planned,
  planImport,
  type StoreLine,
  type Whose,
  whoseAddress,
  whoseIs,
} from '#domain/store-orders/import-plan.ts'
import {
  type FileLine,
  lineKey,
  purchaseOf,
  readStoreLines,
  type Unread,
  worthOf,
} from '#domain/store-orders/order-file.ts'
import { formSigns, storedForms } from '#domain/store-orders/spreadsheet-cells.ts'
import { columnsMissing, fileProblems } from '#domain/text/store-messages.ts'
import type { AppContext } from '#server/context.ts'
import { chunk, type Db, type Tx } from '#server/db/database.ts'
import type { StoreLineRow } from '#server/db/schema.ts'
import { worthOfRow } from './order-lines.ts'
import { type Reading, readTable } from './read-file.ts'

/** A parsed file, before comparing it with the database. */
export type ReadFile = { reading: Reading; lines: FileLine[]; unread: Unread[] }

/** The message is a sentence that says why the file can't be used. */
export class FileRefused extends Error {
  override name = 'FileRefused'
}

/** @throws FileRefused */
export function readStoreFile(bytes: Uint8Array, { club }: Pick<AppContext, 'club'>): ReadFile {
  const table = readTable(bytes, club.storeImport.columns)
  if (table.outcome === 'refused') throw new FileRefused(fileProblems[table.reason])
  const read = readStoreLines(table.records, club.storeImport)
  if (read.outcome === 'columns-missing') throw new FileRefused(columnsMissing(read.missing, read.found))
  return { reading: table.reading, lines: read.lines, unread: read.unread }
}

type Person = { id: string; email: string; nameFirst: string; nameLast: string } & Totals

/** Members who can receive bookings: present, verified, and done with the wizard; and the remembered addresses. */
export async function readOwners(db: Db | Tx, { club }: Pick<AppContext, 'club'>) {
  const people: Person[] = await db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.id')
    .select(['member.id', 'user.email', 'member.nameFirst', 'member.nameLast'])
    .select(['member.paidPractices', 'member.dayPasses'])
    .where('member.removedAt', 'is', null)
    .where('member.hasLoggedIn', '=', 1)
    .where('user.emailVerified', '=', 1)
    .execute()
  const addresses = await db.selectFrom('storeAddress').select(['email', 'memberId', 'forEmail']).execute()
  const owners: Owners = {
    members: new Map(people.map(({ email, id }) => [email, id])),
    memberIds: new Set(people.map(({ id }) => id)),
    remembered: new Map(addresses.map(({ email, memberId, forEmail }) => [email, { memberId, email: forEmail }])),
    domain: club.emailDomain,
  }
  return { owners, people: new Map(people.map((person) => [person.id, person])) }
}

/** A line of the file, or a waiting one that is reconsidered. */
export type Candidate = StoreLine & {
  name: string
  boughtOn: string
  number: number | null
  stored: StoreLineRow | null
  /** Whether it may be a line that was imported under another product. */
  altered: boolean
  /** Whether its owner comes from an address that an officer assigned. */
  remembered: boolean
}
export type ImportPlan = {
  entries: Planned<Candidate>[]
  after: Map<string, Totals>
  people: Map<string, Person>
  /** Digest of the changes; empty if there are none. */
  seen: string
}

/**
 * What importing the file would do now. Waiting lines are reconsidered too, since their buyers may have become members, and the
 * settings may have a value for their product by now.
 */
export async function planFile(db: Db | Tx, ctx: Pick<AppContext, 'club'>, file: ReadFile): Promise<ImportPlan> {
  const { owners, people } = await readOwners(db, ctx)
  const known = await readKnown(db, [...new Set(file.lines.map(({ orderId }) => orderId))])
  const altered = findAltered(file.lines, [...known.values()])
  const waiting = await db.selectFrom('storeLine').selectAll().where('state', '=', 'waiting').orderBy('id').execute()
  const { products } = ctx.club.storeImport
  const purchases = (line: Pick<FileLine, 'orderId' | 'lineId'>) => {
    const purchase = purchaseOf(line)
    return purchase === null ? undefined : known.get(lineKey(purchase))
  }
  const isRemembered = ({ email }: { email: string }) =>
    owners.remembered.has(canonicalEmail(email)) && !owners.members.has(canonicalEmail(email))
  const candidates: Candidate[] = [
    ...file.lines.map((line) => ({
      ...asPurchased(line, purchases(line)),
      stored: null,
      altered: altered.has(line),
      remembered: isRemembered(line),
    })),
    ...waiting.map((row) => {
      const worth = worthOfRow(row) ?? worthOf(products, row.product) ?? null
      const stored = { ...row, ...(worth ?? {}) }
      return { ...row, worth, number: null, stored, altered: false, remembered: isRemembered(row) }
    }),
  ]
  const { planned, after } = planImport(candidates, {
    known: (line) => (line.stored ? undefined : known.get(lineKey(line))),
    isAltered: ({ altered }) => altered,
    whose(line) {
      if (line.stored) return whoseRow(line.stored, owners)
      const purchase = purchases(line)
      if (!purchase) return whoseIs(line.email, owners)
      return purchase.state === 'dismissed' ? null : whoseRow(purchase, owners)
    },
    totals: people,
  })
  const entries = planned.filter(({ line, result }) => line.stored === null || result.outcome === 'book')
  const changes = entries.filter(({ result }) => result.outcome === 'book' || result.outcome === 'wait')
  return { entries, after, people, seen: changes.length === 0 ? '' : digest(changes) }
}

/** The owner of a stored line: as assigned, else by its buyer's address. */
export function whoseRow({ memberId, forEmail, email }: StoreLineRow, owners: Owners): Whose {
  if (memberId !== null) return owners.memberIds.has(memberId) ? { memberId } : null
  if (forEmail !== null) return whoseAddress(forEmail, owners)
  return whoseIs(email, owners)
}

/**
 * A refund takes back what its purchase gave, even if the settings have changed. If the buyer was erased, it drops their
 * name and address.
 */
function asPurchased(line: FileLine, purchase: StoreLineRow | undefined): FileLine {
  if (!purchase) return line
  const worth = worthOfRow(purchase) ?? line.worth
  return purchase.email === '' ? { ...line, worth, email: '', name: '' } : { ...line, worth }
}

function digest(changes: Planned<Candidate>[]) {
  const said = changes.map(({ line, gain, result }) => [line.orderId, line.lineId, gain, result])
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 32)
}

/** As in `storedForms`. */
const bareOrderId = sql<string>`ltrim(${formSigns.reduce((id, sign) => sql`replace(${id}, ${sql.lit(sign)}, '')`, sql.ref('order_id'))}, '0')`

async function readKnown(db: Db | Tx, orders: string[]) {
  const known = new Map<string, KnownLine & StoreLineRow>()
  for (const some of chunk(orders)) {
    const rows = await db
      .selectFrom('storeLine')
      .selectAll()
      .where(bareOrderId, 'in', some.flatMap(storedForms))
      .execute()
    for (const row of rows) known.set(lineKey(row), { ...row, worth: worthOfRow(row) })
  }
  return known
}

/** The preview: every line with its outcome and, if it waits, why. */
export function previewOf(
  { entries, after, people, seen }: ImportPlan,
  { reading, lines, unread }: ReadFile,
): StorePreview {
  const numbers = new Set([...lines, ...unread].map(({ number }) => number))
  return {
    ...reading,
    total: numbers.size,
    seen,
    members: [...after]
      .map(([memberId, next]) => {
        const { email, paidPractices = 0, dayPasses = 0, ...names } = people.get(memberId) ?? nobody
        const booked = entries.filter(({ result }) => result.outcome === 'book' && result.memberId === memberId)
        return {
          memberId,
          name: displayName(names),
          email,
          lines: booked.length,
          before: { paidPractices, dayPasses },
          after: next,
        }
      })
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.email.localeCompare(b.email)),
    lines: entries.map(toPreviewLine),
    unread,
  }
}

const nobody = { email: '', nameFirst: '', nameLast: '', paidPractices: 0, dayPasses: 0 }

function toPreviewLine({ line, gain, result }: Planned<Candidate>): PreviewLine {
  const waits = result.outcome === 'wait'
  return {
    number: line.number,
    order: line.orderId,
    email: line.email,
    name: line.name,
    product: line.product,
    quantity: line.quantity,
    boughtOn: line.boughtOn,
    gain: line.worth === null ? null : gain,
    outcome: result.outcome,
    why: waits ? result.why : null,
    memberId: waits || result.outcome === 'book' ? result.memberId : null,
    forEmail: waits ? result.forEmail : null,
  }
}
