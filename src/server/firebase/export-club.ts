import { dayOf, zonedTime } from '#domain/calendar-day.ts'
import type { HashConfig } from '#domain/firebase/hash-config.ts'
import { displayName } from '#domain/names.ts'
import { defaultPicture } from '#domain/profile.ts'
import type { Db } from '../db/database.ts'
import type { PracticeRow } from '../db/schema.ts'
import { asStandardScrypt, readOldPassword } from '../identity/old-passwords.ts'
import { factOf } from './facts.ts'

type Document = Record<string, unknown>
type Documents = Record<string, Document>

/** The club in the shapes that it had in Firebase (specification §3), and what these have no place for. */
export type ExportedClub = {
  collections: { users: Documents; practices: Documents; settings: Documents; emailPaidCounts: Documents }
  /** With passwords as Firebase hashes them; and those with our own, which its import takes under another algorithm. */
  accounts: Document[]
  standardAccounts: Document[]
  hashConfig: HashConfig | null
  pictures: { uid: string; id: string; memberId: string }[]
  left: string[]
}

/** Reads a snapshot of the whole club. */
export async function exportClub(db: Db, timeZone: string): Promise<ExportedClub> {
  const ids = await readIds(db)
  const left: string[] = []
  const { users, accounts, standardAccounts, hashConfig, pictures } = await exportPeople(db, ids, left)
  const practices = await exportPractices(db, ids, timeZone, left)
  const live = Object.entries(practices).find(([, { isActive }]) => isActive === true)
  const active = { isActive: live !== undefined, practiceId: live?.[0] ?? null, startedAt: live?.[1].startedAt ?? null }
  const emailPaidCounts = await exportPaid(db, left)
  await noteTheRest(db, left)
  return {
    collections: { users, practices, settings: { activePractice: active }, emailPaidCounts },
    ...{ accounts, standardAccounts, hashConfig, pictures, left },
  }
}

type Ids = {
  /** Of members and practices, as they were called in Firebase, or are to be. */
  uidOf: (memberId: string) => string
  documentOf: (practiceId: string) => string
}

async function readIds(db: Db): Promise<Ids> {
  const facts = await db.selectFrom('importedFact').select(['fact', 'memberId', 'value']).execute()
  const uids = new Map<string, string>()
  const documents = new Map<string, string>()
  for (const { fact, memberId, value } of facts) {
    const [, collection, id = ''] = /^(users|practices)\/([^/]+)$/.exec(fact) ?? []
    if (collection === 'users' && memberId !== null && fact === factOf.user(id)) uids.set(memberId, id)
    if (collection === 'practices' && fact === factOf.practice(id))
      documents.set((JSON.parse(value) as { id: string }).id, id)
  }
  return {
    uidOf: (memberId) => uids.get(memberId) ?? memberId,
    documentOf: (practiceId) => asDocumentId(documents.get(practiceId) ?? practiceId),
  }
}

/** What can't be the name of a document is written as in an address. */
function asDocumentId(id: string) {
  return /\/|^\.{1,2}$|^__.*__$/.test(id) ? encodeURIComponent(id).replaceAll('.', '%2E') : id
}

async function exportPeople(db: Db, ids: Ids, left: string[]) {
  const rows = await db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.id')
    .leftJoin('account', (join) =>
      join.onRef('account.userId', '=', 'user.id').on('account.providerId', '=', 'credential'),
    )
    .selectAll('member')
    .select(['user.email', 'user.emailVerified', 'user.createdAt as signedUpAt', 'account.password'])
    .where('member.removedAt', 'is', null)
    .orderBy('user.createdAt')
    .orderBy('member.id')
    .execute()
  const attended = await listsBy(
    db
      .selectFrom('attendance')
      .innerJoin('practice', 'practice.id', 'attendance.practiceId')
      .select(['attendance.memberId as of', 'practice.id as is'])
      .where('practice.deletedAt', 'is', null)
      .orderBy('practice.startsAt')
      .orderBy('practice.id')
      .execute(),
  )
  const shown = await db.selectFrom('picture').selectAll().where('unusedSince', 'is', null).execute()
  const pictureOf = new Map(shown.map((picture) => [picture.memberId, picture]))
  const users: Documents = {}
  const pictures: ExportedClub['pictures'] = []
  const accounts: Document[] = []
  const standardAccounts: Document[] = []
  const hashConfig = usualConfig(rows.map(({ password }) => password))
  let lost = 0
  for (const row of rows) {
    const uid = ids.uidOf(row.id)
    const picture = pictureOf.get(row.id)
    if (picture) pictures.push({ uid, id: picture.id, memberId: row.id })
    users[uid] = {
      ...{ email: row.email, role: row.role, hasLoggedIn: row.hasLoggedIn === 1 },
      ...{ nameFirst: row.nameFirst, nameLast: row.nameLast, birthday: row.birthday ?? '', bowType: row.bowType ?? '' },
      ...{ personalEquipment: row.personalEquipment ?? '', hasCar: row.hasCar === 1, carCapacity: row.carCapacity },
      rm01Completed: row.rm01Completed === 1,
      pfpURL: picture ? `pfp/${uid}.webp` : defaultPicture,
      pronouns: JSON.parse(row.pronouns),
      ...{ dayPasses: row.dayPasses, pass: row.pass, passUsedAt: row.passUsedAt },
      practices: (attended.get(row.id) ?? []).map(ids.documentOf),
      paidPractices: row.paidPractices,
    }
    const account = accountOf(uid, row)
    const own = asStandardScrypt(row.password ?? '')
    if (own) standardAccounts.push({ ...account, passwordHash: own.hash, salt: own.salt })
    else {
      const old = readOldPassword(row.password ?? '')
      const fits = old !== null && isConfig(old, hashConfig)
      if (!fits) lost += 1
      accounts.push(fits ? { ...account, passwordHash: old.hash, salt: old.salt } : account)
    }
  }
  if (lost > 0) left.push(`Of ${lost} accounts the password: it is hashed with other parameters, or there is none.`)
  return { users, accounts, standardAccounts, hashConfig, pictures }
}

type AccountRow = { email: string; emailVerified: number; signedUpAt: string; nameFirst: string; nameLast: string }

function accountOf(uid: string, row: AccountRow): Document {
  const name = displayName(row)
  return {
    ...{ localId: uid, email: row.email, emailVerified: row.emailVerified === 1 },
    ...(name === '' ? {} : { displayName: name }),
    ...{ createdAt: String(Date.parse(row.signedUpAt)), providerUserInfo: [] },
  }
}

/** The parameters of most passwords that are still as Firebase has hashed them. */
function usualConfig(passwords: (string | null)[]): HashConfig | null {
  const old = passwords.flatMap((password) => readOldPassword(password ?? '') ?? [])
  const groups = [...Map.groupBy(old, (each) => JSON.stringify(configOf(each))).values()]
  const [most] = groups.toSorted((a, b) => b.length - a.length)
  return most?.[0] ? configOf(most[0]) : null
}

function configOf({ signerKey, saltSeparator, rounds, memCost }: HashConfig): HashConfig {
  return { signerKey, saltSeparator, rounds, memCost }
}

function isConfig(old: HashConfig, config: HashConfig | null) {
  return JSON.stringify(configOf(old)) === JSON.stringify(config)
}

async function listsBy(rows: Promise<{ of: string; is: string }[]>) {
  const lists = new Map<string, string[]>()
  for (const { of, is } of await rows) {
    const list = lists.get(of)
    if (list) list.push(is)
    else lists.set(of, [is])
  }
  return lists
}

async function exportPractices(db: Db, ids: Ids, timeZone: string, left: string[]): Promise<Documents> {
  const rows = await db
    .selectFrom('practice')
    .selectAll()
    .where('deletedAt', 'is', null)
    .where('sample', '=', 0)
    .orderBy('startsAt')
    .orderBy('id')
    .execute()
  const present = (table: 'attendance' | 'carpoolCredit') =>
    db
      .selectFrom(table)
      .innerJoin('member', 'member.id', `${table}.memberId`)
      .select([`${table}.practiceId as of`, `${table}.memberId as is`])
      .where('member.removedAt', 'is', null)
  const members = await listsBy(present('attendance').orderBy('checkedInAt').orderBy('member.id').execute())
  const carpool = await listsBy(present('carpoolCredit').orderBy('creditedAt').orderBy('member.id').execute())
  const answers = (kind: 'archer' | 'driver') =>
    listsBy(
      db
        .selectFrom('rsvp')
        .innerJoin('member', 'member.id', 'rsvp.memberId')
        .select(['rsvp.practiceId as of', 'rsvp.memberId as is'])
        .where('kind', '=', kind)
        .where('member.removedAt', 'is', null)
        .orderBy((eb) => eb.fn.coalesce('rsvp.waiting', eb.lit(-1)))
        .orderBy('rsvp.answeredAt')
        .orderBy('member.id')
        .execute(),
    )
  const listed = (kind: 'attendance' | 'carpool') =>
    listsBy(
      db
        .selectFrom('preRegistration')
        .select(['practiceId as of', 'email as is'])
        .where('kind', '=', kind)
        .where('practiceId', 'is not', null)
        .orderBy('email')
        .$narrowType<{ of: string }>()
        .execute(),
    )
  const [archers, drivers] = [await answers('archer'), await answers('driver')]
  const [emails, carpoolEmails] = [await listed('attendance'), await listed('carpool')]
  const documents: Documents = {}
  let renamed = 0
  for (const row of rows) {
    const uids = (lists: Map<string, string[]>) => (lists.get(row.id) ?? []).map(ids.uidOf)
    const id = ids.documentOf(row.id)
    if (id.includes('%2F')) renamed += 1
    documents[id] = {
      ...{ archers: uids(archers), drivers: uids(drivers) },
      googleEvent: eventOf(row, timeZone),
      ...{ members: uids(members), carpool: uids(carpool) },
      ...{ emails: emails.get(row.id) ?? [], carpoolEmails: carpoolEmails.get(row.id) ?? [] },
      endedEarly: row.endedEarly === 1,
      isActive: row.startedAt !== null && row.endedAt === null,
      startedAt: row.startedAt === null ? null : timestamp(row.startedAt),
      ...{ name: row.title, description: row.description, attendanceLimit: row.attendanceLimit },
      ...{ startDateTime: timestamp(row.startsAt), endDateTime: timestamp(row.endsAt) },
    }
  }
  if (renamed > 0) left.push(`Of ${renamed} practices the id: a document can’t be called so; a / is written as %2F.`)
  return documents
}

/** The copy of the calendar's event, with what can't be told from its id. */
function eventOf(row: PracticeRow, timeZone: string) {
  const at = (instant: string) => ({ dateTime: zonedTime(instant, timeZone), timeZone })
  const day = (instant: string) => ({ date: dayOf(Date.parse(instant), timeZone) })
  const series = /^(.+)_\d{8}T\d{6}Z$/.exec(row.eventId)?.[1]
  return {
    ...{ id: row.eventId, summary: row.title },
    ...(row.icalUid === `${series ?? row.eventId}@google.com` ? {} : { iCalUID: row.icalUid }),
    ...(row.originalStart === '' || series !== undefined ? {} : { originalStartTime: momentOf(row.originalStart) }),
    ...(row.cancelledAt === null ? {} : { status: 'cancelled' }),
    ...(row.location === '' ? {} : { location: row.location }),
    ...(row.description === '' ? {} : { description: row.description }),
    ...(row.organizer === '' ? {} : { organizer: { email: row.organizer } }),
    start: row.allDay === 1 ? day(row.startsAt) : at(row.startsAt),
    end: row.allDay === 1 ? day(row.endsAt) : at(row.endsAt),
  }
}

function momentOf(text: string) {
  return text.includes('T') ? { dateTime: text } : { date: text }
}

/** As node-firestore-import-export marks one. */
function timestamp(at: string) {
  const ms = Date.parse(at)
  const value = { _seconds: Math.floor(ms / 1000), _nanoseconds: (ms % 1000) * 1_000_000 }
  return { __datatype__: 'timestamp', value }
}

/** What waits for its owner; of who has been given it already, what that was. */
async function exportPaid(db: Db, left: string[]): Promise<Documents> {
  const rows = await db
    .selectFrom('preRegistration')
    .select(['email', 'paid', 'dayPasses', 'consumedAt'])
    .where('kind', '=', 'paid')
    .orderBy('email')
    .execute()
  const documents: Documents = {}
  for (const { email, paid } of rows.toSorted((a, b) => Number(a.consumedAt === null) - Number(b.consumedAt === null)))
    if (paid !== null && paid > 0) documents[asDocumentId(email)] = { paid }
  const waiting = rows.filter(({ dayPasses, consumedAt }) => dayPasses > 0 && consumedAt === null).length
  if (waiting > 0) left.push(`Of ${waiting} addresses the day passes that wait for them.`)
  return documents
}

/** Whatever else there is of somebody who is in the club: these shapes have no place for it. */
async function noteTheRest(db: Db, left: string[]) {
  const count = async (rows: Promise<{ n: number } | undefined>) => (await rows)?.n ?? 0
  const all = (table: 'scorecard' | 'ledger' | 'audit') =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirst()
  const removed = db
    .selectFrom('member')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('removedAt', 'is not', null)
  const deleted = db
    .selectFrom('practice')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where((eb) => eb.or([eb('deletedAt', 'is not', null), eb('sample', '=', 1)]))
  const waiting = db
    .selectFrom('rsvp')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('waiting', 'is not', null)
  const rm01 = db
    .selectFrom('member')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('rm01Until', 'is not', null)
  const lines = db
    .selectFrom('storeLine')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('state', '=', 'waiting')
  const found: [number, string][] = [
    [await count(removed.executeTakeFirst()), 'members who were removed, with what they attended.'],
    [await count(deleted.executeTakeFirst()), 'practices that were deleted, or are samples.'],
    [await count(all('scorecard')), 'scorecards.'],
    [await count(waiting.executeTakeFirst()), 'places on waiting lists: they are answers as any other.'],
    [await count(rm01.executeTakeFirst()), 'approvals of RM01.'],
    [await count(lines.executeTakeFirst()), 'lines of the store that wait for their owners.'],
    [await count(all('ledger')), 'rows of the ledger: only what they add up to.'],
    [await count(all('audit')), 'rows of the audit log.'],
  ]
  for (const [n, what] of found) if (n > 0) left.push(`${n.toLocaleString('en-US')} ${what}`)
}
