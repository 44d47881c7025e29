import { type Named, namesAtAll, namesInFull, withoutName } from '#domain/names.ts'
import { targetOf } from '#domain/text/audit-acts.ts'
import { chunk, type Tx } from '#server/db/database.ts'

type Person = { id: string; email: string }

/** Actions whose `before` and `after` contain free text. */
const actionsWithTexts = ['attendance.remove', 'schedule.change']
const textFields = ['reason', 'title', 'location', 'description']

/**
 * Deletes free text about a person, also from the ledger and the audit log, whose rows, amounts, and actors stay. A text about
 * them alone is always deleted; one about several people or someone else only if it names them (domain/names.ts). Must run
 * while their name and their rows still exist.
 */
export async function redactTexts(tx: Tx, { id, email }: Person) {
  const name = await tx
    .selectFrom('member')
    .select(['nameFirst', 'nameLast'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await redactAll(tx, { id, named: { ...name, email }, key: id })
}

/** The same about a guest, who has a name in one field, and at least one visit. */
export async function redactTextsOfGuest(tx: Tx, guest: { id: string; name: string; email: string | null }) {
  const { enteredBy } = await tx
    .selectFrom('preRegistration')
    .select('enteredBy')
    .where('guestId', '=', guest.id)
    .where('enteredBy', 'is not', null)
    .$narrowType<{ enteredBy: string }>()
    .executeTakeFirstOrThrow()
  const [, nameFirst = '', nameLast = ''] = /^(.*) (.*)$/.exec(guest.name) ?? []
  await redactAll(tx, { id: guest.id, named: { nameFirst, nameLast, email: guest.email ?? '' }, key: enteredBy })
}

/** @param whose.key any member; a row of `erasing` with it lets texts be emptied despite the append-only triggers */
async function redactAll(tx: Tx, { id, named, key }: { id: string; named: Named; key: string }) {
  await tx.insertInto('erasing').values({ memberId: key }).execute()
  await fromLedger(tx, id, named)
  await fromAudit(tx, id, named)
  await tx.deleteFrom('erasing').where('memberId', '=', key).execute()
  await fromLists(tx, id, named)
  await fromPractices(tx, named)
  await fromCancelMessages(tx, named)
  await fromStoredResponses(tx, id, named)
}

async function fromLedger(tx: Tx, id: string, named: Named) {
  await tx.updateTable('ledger').set({ why: '' }).where('memberId', '=', id).where('why', '<>', '').execute()
  const texts = await tx.selectFrom('ledger').select('why').distinct().execute()
  for (const { why } of texts.filter(({ why }) => namesAtAll(why, named))) {
    const rows = tx.updateTable('ledger').set({ why: '' }).where('why', '=', why)
    if (namesInFull(why, named)) await rows.execute()
    else
      await rows
        .where((eb) =>
          eb.or([
            eb('actor', '=', id),
            eb('cause', 'in', tx.selectFrom('ledger').select('cause').where('memberId', '=', id)),
          ]),
        )
        .execute()
  }
}

async function fromAudit(tx: Tx, id: string, named: Named) {
  const listed = await tx.selectFrom('preRegistration').select(['id', 'email']).execute()
  const ofOthers = new Set(listed.filter(({ email }) => email !== named.email).map((row) => row.id))
  const theirs = new Set([id, ...listed.filter(({ email }) => email === named.email).map((row) => row.id)])
  const rows = await tx
    .selectFrom('audit')
    .select(['id', 'actor', 'action', 'target', 'before', 'after', 'reason', 'requestId'])
    .where((eb) => eb.or([eb('reason', '<>', ''), eb('action', 'in', actionsWithTexts)]))
    .execute()
  const lastOf = ({ target }: { target: string }) => target.slice(target.lastIndexOf(' ') + 1)
  const isTheirs = (row: { target: string }) => theirs.has(lastOf(row))
  const operations = Map.groupBy(rows, ({ requestId }) => requestId)
  for (const row of rows) {
    const operation = operations.get(row.requestId) ?? []
    const isShared = operation.some(isTheirs)
    // The summary row of a bulk edit in which no one else's row still has a reason.
    const isOfNobodyElse =
      isShared &&
      !operation.some((each) => each.reason !== '' && !isTheirs(each) && targetOf(each.action, each.target).memberId)
    const isAbout = isTheirs(row) || isOfNobodyElse
    const mayBeAbout =
      isShared ||
      row.actor === id ||
      // Once an address is off the list, nothing says whose it was.
      (row.action.startsWith('email.') && !ofOthers.has(lastOf(row))) ||
      [row.before, row.after].some((side) => side?.includes(id))
    const goes = (text: string) => isAbout || (mayBeAbout ? namesAtAll : namesInFull)(text, named)
    const next = {
      reason: goes(row.reason) ? '' : row.reason,
      before: withoutTexts(row.before, goes),
      after: withoutTexts(row.after, goes),
    }
    if (next.reason === row.reason && next.before === row.before && next.after === row.after) continue
    await tx.updateTable('audit').set(next).where('id', '=', row.id).execute()
  }
}

function withoutTexts(json: string | null, goes: (text: string) => boolean) {
  const side: unknown = JSON.parse(json ?? 'null')
  if (typeof side !== 'object' || side === null) return json
  const gone = Object.entries(side).filter(
    ([key, value]) => textFields.includes(key) && typeof value === 'string' && value !== '' && goes(value),
  )
  if (gone.length === 0) return json
  return JSON.stringify({ ...side, ...Object.fromEntries(gone.map(([key]) => [key, ''])) })
}

/** Reasons of attendance, excuses, sales, and store lines, and the store's product names. */
async function fromLists(tx: Tx, id: string, named: Named) {
  for (const table of ['attendance', 'noShowExcuse', 'sale', 'storeLine'] as const) {
    const texts = await tx.selectFrom(table).select('reason').distinct().execute()
    const full = texts.map(({ reason }) => reason).filter((reason) => namesInFull(reason, named))
    for (const some of chunk(full))
      await tx.updateTable(table).set({ reason: '' }).where('reason', 'in', some).execute()
  }
  await tx.updateTable('sale').set({ reason: '' }).where('memberId', '=', id).execute()
  const lines = await tx.selectFrom('storeLine').select(['id', 'email', 'forEmail', 'memberId', 'product']).execute()
  const products = lines.filter(({ product, memberId, email, forEmail }) =>
    memberId === id || [email, forEmail].includes(named.email)
      ? namesAtAll(product, named)
      : namesInFull(product, named),
  )
  for (const some of chunk(products.map((line) => line.id)))
    await tx.updateTable('storeLine').set({ product: '' }).where('id', 'in', some).execute()
}

/** The message of a cancellation goes as a whole, as a reason does. */
async function fromCancelMessages(tx: Tx, named: Named) {
  const rows = await tx
    .selectFrom('practice')
    .select(['id', 'cancelMessage'])
    .where('cancelMessage', 'is not', null)
    .execute()
  for (const { id, cancelMessage } of rows)
    if (namesInFull(cancelMessage ?? '', named))
      await tx.updateTable('practice').set({ cancelMessage: null }).where('id', '=', id).execute()
}

/** Only the name is cut out, as a practice keeps its texts. If the calendar still names the person, the next sync restores it. */
async function fromPractices(tx: Tx, named: Named) {
  for (const table of ['practice', 'calendarEvent'] as const) {
    const rows = await tx.selectFrom(table).select(['id', 'title', 'location', 'description']).execute()
    for (const { id, ...texts } of rows) {
      if (!Object.values(texts).some((text) => namesInFull(text, named))) continue
      const { title, location, description } = texts
      await tx
        .updateTable(table)
        .set({
          title: withoutName(title, named),
          location: withoutName(location, named),
          description: withoutName(description, named),
        })
        .where('id', '=', id)
        .execute()
    }
  }
  const mails = await tx.selectFrom('mailOutbox').select(['id', 'before']).where('before', 'is not', null).execute()
  for (const { id, before } of mails)
    if (before !== null && namesInFull(before, named))
      await tx
        .updateTable('mailOutbox')
        .set({ before: withoutName(before, named) })
        .where('id', '=', id)
        .execute()
}

/** Responses stored for idempotency, including those of the second scorer of their cards. A retry then finds no card. */
async function fromStoredResponses(tx: Tx, id: string, named: Named) {
  const cards = await tx.selectFrom('scorecard').select('id').where('memberId', '=', id).execute()
  const stored = await tx.selectFrom('idempotency').select(['actor', 'key', 'answer']).execute()
  for (const { actor, key, answer } of stored)
    if (namesInFull(answer, named) || cards.some((card) => answer.includes(JSON.stringify(card.id))))
      await tx.deleteFrom('idempotency').where('actor', '=', actor).where('key', '=', key).execute()
}
