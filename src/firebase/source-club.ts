import { checkEmail } from '#domain/email.ts'
import { mostOf } from '#domain/ledger.ts'
import { type AccountFacts, accountFields, type HashConfig, readAccount } from '#firebase/documents/account-document.ts'
import { fromStandardScrypt } from '#server/crypto/passwords.ts'
import type { Collection, Defect } from './documents/documents.ts'
import { type ReportDefect, readCount, readUser, type UserFacts, userFields } from './documents/user-document.ts'
import { asSaid, type Fields, isRecord, readFields } from './documents/values.ts'
import { fromDocumentId } from './export-ids.ts'
import {
  type ActivePractice,
  checkStates,
  eventFields,
  type PracticeFacts,
  practiceFields,
  readActive,
  readPractice,
  sourceState,
} from './practice-document.ts'
import type { ReadFolder } from './read-folder.ts'
import { choosePeople, type Documents, type ListedAddress, type Person } from './source-people.ts'

/** The club as the old app left it, with a report of everything that can't be imported as it is. */
export type SourceClub = {
  people: Person[]
  practices: PracticeFacts[]
  /** The practice that was live there. */
  active: ActivePractice | null
  lists: ListedAddress[]
  hashConfig: HashConfig | null
  /** Whether there are passwords that only work with it. */
  needsHashConfig: boolean
  pictures: Map<string, { file: string; path: string }>
  defects: Defect[]
  /** What is left out entirely and isn't a defect, such as unknown fields. */
  left: string[]
  read: { users: number; accounts: number; passwords: number; practices: number; paid: number; pictures: number }
}

type ClubContext = { now: Date; today: string; dayOf: (at: Date) => string; timeZone: string; emailDomain: string }

/** Reads the whole export. Needs no database. */
export function readSourceClub(folder: ReadFolder, facts: ClubContext): SourceClub {
  const defects: Defect[] = []
  const unknown = new Map<string, number>()
  const reportFor = (file: string, document: string): ReportDefect => {
    return (field, why, done) => void defects.push({ file, document, field, why, done })
  }
  const users: Documents<UserFacts> = new Map()
  const practices: Documents<PracticeFacts> = new Map()
  const paid = new Map<string, number>()
  const left: string[] = []
  let active: SourceClub['active'] = null
  const read = { users: 0, practices: 0, paid: 0 }

  const readers: Record<Collection, (id: string, fields: Fields, at: { file: string; report: ReportDefect }) => void> =
    {
      users(id, fields, { file, report }) {
        read.users += 1
        users.set(id, { file, facts: readUser(fields, facts, report) })
        countUnknown(unknown, 'users', fields, userFields)
      },
      practices(id, fields, { file, report }) {
        read.practices += 1
        const practice = readPractice(id, fields, facts, report)
        if (practice) practices.set(id, { file, facts: practice })
        countUnknown(unknown, 'practices', fields, practiceFields)
        if (isRecord(fields.googleEvent))
          countUnknown(unknown, 'practices.googleEvent', fields.googleEvent, eventFields)
      },
      settings(id, fields, { file, report }) {
        if (id !== 'activePractice') left.push(`settings/${id} isn’t one of the club’s settings.`)
        else active = readActive(fields, file, facts.timeZone, report)
      },
      emailPaidCounts(id, fields, { report }) {
        read.paid += 1
        const checked = checkEmail(fromDocumentId(id), facts.emailDomain)
        const count = readCount(fields.paid, 'paid', { least: 0, most: mostOf['paid-practices'] }, report)
        if (checked.outcome === 'refused')
          report(
            '',
            `${asSaid(id)} isn’t a club email address`,
            `Left out, with ${count} paid: no one can sign up with it.`,
          )
        else if (count > 0) {
          const before = paid.get(checked.email) ?? 0
          const both = Math.min(before + count, mostOf['paid-practices'])
          if (before > 0) report('', `${asSaid(checked.email)} is written two ways`, `Added up: ${both} paid.`)
          paid.set(checked.email, both)
        }
      },
    }

  const accounts: Documents<AccountFacts> = new Map()
  const seen = new Set<string>()
  for (const { file, content } of folder.files) {
    for (const { collection, at } of content.nameless)
      reportFor(file, `${collection}[${at}]`)('', 'it has no ID', 'Left out.')
    for (const { collection, id } of content.shapeless)
      reportFor(file, `${collection}/${id}`)('', 'it has no fields', 'Left out.')
    for (const { collection, id, raw } of content.documents) {
      const document = `${collection}/${id}`
      const report = reportFor(file, document)
      if (seen.has(document)) {
        report('', 'it appears in these files more than once', 'The first one is imported.')
        continue
      }
      seen.add(document)
      if (!isStorable(id)) {
        report('', 'its id contains characters that can’t be stored', 'Left out.')
        continue
      }
      const fields = readFields(raw, (field, why) => report(field, why, 'Left out.'))
      readers[collection](id, fields, { file, report })
    }
    for (const [name, many] of content.strangers)
      left.push(`The collection ${name} (${many} documents) isn’t part of the club.`)
    for (const [at, raw] of content.accounts.entries()) {
      const id = typeof raw.localId === 'string' ? raw.localId : ''
      const report = reportFor(file, id === '' ? `users[${at}]` : id)
      if (id === '') report('localId', 'it has no user ID', 'Left out.')
      else if (!isStorable(id)) report('localId', 'it contains characters that can’t be stored', 'Left out.')
      else if (accounts.has(id)) report('', 'it’s listed more than once', 'The first one is imported.')
      else {
        const fields = readFields(raw, () => {})
        accounts.set(id, { file, facts: readAccount(fields, report) })
        const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => !isNothing(value)))
        countUnknown(unknown, 'accounts', filled, accountFields)
      }
    }
  }
  for (const [field, many] of unknown) left.push(`The field ${field} (in ${many} documents) isn’t used here.`)
  for (const file of folder.others) left.push(`${file} isn’t part of an export.`)

  const { people, lists, joined } = choosePeople({
    users,
    accounts,
    practices,
    paid,
    emailDomain: facts.emailDomain,
    reportFor,
  })
  const taken = new Set(people.map(({ uid }) => uid))
  const pictures = new Map(folder.pictures)
  for (const [accountUid, uid] of joined) {
    const picture = pictures.get(accountUid)
    if (picture && !pictures.has(uid)) pictures.set(uid, picture)
    if (picture && pictures.get(uid) === picture) pictures.delete(accountUid)
  }
  for (const [uid, { file }] of pictures)
    if (!taken.has(uid)) reportFor(file, `pfp/${uid}`)('', 'no imported member has this id', 'Left out.')
  for (const { uid, file } of folder.morePictures) {
    const first = folder.pictures.get(uid)?.file
    reportFor(file, `pfp/${uid}`)('', `${asSaid(first)} has the same id`, 'That one is imported.')
  }
  const now = facts.now.toISOString()
  active = checkStates(active, practices, now, reportFor)
  // If two documents have the same event, the one that was started has more data, so it goes first.
  const { started = [], others = [] } = Object.groupBy(
    [...practices.values()].map((each) => each.facts),
    (each) => (sourceState(each, active, now).startedAt === null ? 'others' : 'started'),
  )
  const passwords = [...accounts.values()].flatMap(({ facts: { password } }) => password ?? [])
  const own = passwords.filter((password) => fromStandardScrypt(password) !== null)
  return {
    people,
    practices: [...started, ...others],
    active,
    lists,
    hashConfig: folder.hashConfig,
    pictures: new Map([...pictures].filter(([uid]) => taken.has(uid))),
    defects,
    left,
    read: { ...read, accounts: accounts.size, passwords: passwords.length, pictures: folder.pictures.size },
    needsHashConfig: passwords.length > own.length,
  }
}

/** Whether both database engines can store the id unchanged. */
function isStorable(id: string) {
  return !id.includes('\0') && id.isWellFormed()
}

function isNothing(value: unknown) {
  return value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)
}

function countUnknown(unknown: Map<string, number>, where: string, fields: Fields, known: Set<string>) {
  for (const name of Object.keys(fields))
    if (!known.has(name)) unknown.set(`${where}.${name}`, (unknown.get(`${where}.${name}`) ?? 0) + 1)
}
