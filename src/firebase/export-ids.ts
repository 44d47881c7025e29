import type { Db } from '#server/db/database.ts'
import { factOf } from './imported-facts.ts'

export type Document = Record<string, unknown>
export type Documents = Record<string, Document>

export type Ids = {
  /** Of members and practices, as they were called in Firebase, or are to be. */
  uidOf: (memberId: string) => string
  documentOf: (practiceId: string) => string
}

export async function readIds(db: Db): Promise<Ids> {
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

/** None yet. Any id may be the name of one, also those that an object has of its own accord. */
export function noDocuments(): Documents {
  return Object.create(null)
}

/** What can't be the name of a document is written as in an address. */
export function asDocumentId(id: string) {
  return /\/|^\.{1,2}$|^__.*__$/.test(id) ? encodeURIComponent(id).replaceAll('.', '%2E').replace(/^_/, '%5F') : id
}

/** The id that an export from here has written so. */
export function fromDocumentId(written: string) {
  if (!/%(2F|2E|5F)/.test(written)) return written
  try {
    const id = decodeURIComponent(written)
    return asDocumentId(id) === written ? id : written
  } catch {
    return written
  }
}

/** Lists of what belongs to each. */
export async function listsBy(rows: Promise<{ of: string; is: string }[]>) {
  const lists = new Map<string, string[]>()
  for (const { of, is } of await rows) {
    const list = lists.get(of)
    if (list) list.push(is)
    else lists.set(of, [is])
  }
  return lists
}
