import type { Db } from '#server/db/database.ts'
import { factOf } from './import-record.ts'

export type Document = Record<string, unknown>
export type Documents = Record<string, Document>

export type Ids = {
  /** The Firebase ids of members and practices: the original one if they were imported, otherwise a new one. */
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

/** An empty map without a prototype, so that an id such as `constructor` is safe. */
export function noDocuments(): Documents {
  return Object.create(null)
}

/** Percent-encodes an id that Firestore doesn't allow as a document's name. */
export function asDocumentId(id: string) {
  return /\/|^\.{1,2}$|^__.*__$/.test(id) ? encodeURIComponent(id).replaceAll('.', '%2E').replace(/^_/, '%5F') : id
}

/** The inverse of `asDocumentId`. */
export function fromDocumentId(written: string) {
  if (!/%(2F|2E|5F)/.test(written)) return written
  try {
    const id = decodeURIComponent(written)
    return asDocumentId(id) === written ? id : written
  } catch {
    return written
  }
}

/** Groups `is` by `of`, in the order of the rows. */
export async function listsBy(rows: Promise<{ of: string; is: string }[]>) {
  const lists = new Map<string, string[]>()
  for (const { of, is } of await rows) {
    const list = lists.get(of)
    if (list) list.push(is)
    else lists.set(of, [is])
  }
  return lists
}
