import { isRecord, lastOf } from './values.ts'

/** The collections of the old app; an export's other collections aren't the club's. */
export const collections = ['users', 'practices', 'settings', 'emailPaidCounts'] as const
export type Collection = (typeof collections)[number]

export type RawDocument = { collection: Collection; id: string; raw: object }

/** Something in a file that can't be imported as it is, and what the import does instead. */
export type Defect = { file: string; document: string; field: string; why: string; done: string }

export type Content = {
  documents: RawDocument[]
  /** As `firebase auth:export` writes them. */
  accounts: Record<string, unknown>[]
  /** Documents without an id. */
  nameless: { collection: Collection; at: number }[]
  /** Entries of a collection that aren't documents. */
  shapeless: { collection: Collection; id: string }[]
  /** Number of documents by the name of a collection that isn't the club's. */
  strangers: Map<string, number>
}

/**
 * What an export's file contains: one collection, all of them, or the accounts. Decided by the content, then by the
 * file's name. Null if the file is something else.
 */
export function readContent(json: unknown, fileName: string): Content | null {
  const content: Content = { documents: [], accounts: [], nameless: [], shapeless: [], strangers: new Map() }
  const accounts = accountsIn(json)
  if (accounts) return { ...content, accounts }
  const named = collectionOf(fileName.replace(/\.json$/i, ''))
  const inner = unwrapped(json)
  if (isRecord(inner) && Object.keys(inner).some((name) => collectionOf(name)) && !looksLikeOne(inner, named)) {
    for (const [name, documents] of Object.entries(inner)) {
      const collection = collectionOf(name)
      if (collection) addCollection(content, collection, documents)
      else if (isCollection(documents)) content.strangers.set(name, Object.keys(unwrapped(documents) as object).length)
    }
    return content
  }
  if (named === null) return null
  addCollection(content, named, inner)
  return content
}

/** A file named after a collection whose document ids happen to be names of collections. */
function looksLikeOne(inner: Record<string, unknown>, named: Collection | null) {
  return named !== null && !(named in inner) && Object.keys(inner).every((name) => collectionOf(name) === null)
}

/** The entries of a `firebase auth:export` file; null for any other content. */
function accountsIn(json: unknown) {
  const list = isRecord(json) ? (json.users ?? json.accounts) : json
  if (!Array.isArray(list) || list.length === 0) return null
  const accounts = list.filter(isRecord)
  return accounts.some((each) => 'localId' in each) ? accounts : null
}

function collectionOf(name: string): Collection | null {
  const plain = name.toLowerCase().replace(/[^a-z]/g, '')
  return collections.find((each) => each.toLowerCase() === plain) ?? null
}

/** Strips the wrapper that an export tool puts around documents. */
function unwrapped(json: unknown): unknown {
  if (!isRecord(json)) return json
  const { __collections__: inner, documents, data } = json
  if (isRecord(inner)) return inner
  if (Array.isArray(documents)) return documents
  const only = Object.keys(json).length === 1
  return only && (isRecord(data) || Array.isArray(data)) ? data : json
}

function isCollection(value: unknown) {
  const inner = unwrapped(value)
  return Array.isArray(inner) || (isRecord(inner) && Object.values(inner).every(isRecord))
}

function addCollection(content: Content, collection: Collection, value: unknown) {
  const inner = unwrapped(value)
  if (Array.isArray(inner)) {
    for (const [at, raw] of inner.entries()) {
      const id = isRecord(raw) ? idIn(raw) : null
      if (id === null || !isRecord(raw)) content.nameless.push({ collection, at })
      else content.documents.push({ collection, id, raw: withoutId(raw) })
    }
    return
  }
  if (!isRecord(inner)) return
  // Only the setting's fields, without the document around them.
  if (collection === 'settings' && ('practiceId' in inner || 'isActive' in inner))
    content.documents.push({ collection, id: 'activePractice', raw: inner })
  else
    for (const [id, raw] of Object.entries(inner)) {
      // Only the count, without a document around it.
      const whole = collection === 'emailPaidCounts' && typeof raw === 'number' ? { paid: raw } : raw
      if (isRecord(whole)) content.documents.push({ collection, id: lastOf(id), raw: whole })
      else content.shapeless.push({ collection, id: lastOf(id) })
    }
}

const idNames = ['__name__', '__id__', '_id', 'id', 'uid', 'docId', 'documentId']

/** The id of a document in a list: one of its fields, or the last part of a full path in `name`. */
function idIn(raw: Record<string, unknown>) {
  for (const name of idNames) {
    const value = raw[name]
    if (typeof value === 'string' && value !== '') return lastOf(value)
    if (isRecord(value) && typeof value.stringValue === 'string') return lastOf(value.stringValue)
  }
  return typeof raw.name === 'string' && raw.name.includes('/documents/') ? lastOf(raw.name) : null
}

function withoutId(raw: Record<string, unknown>) {
  // The REST API puts the path and times next to `fields`; other tools put a document's content in `data`.
  if (isRecord(raw.fields)) return { fields: raw.fields }
  if (isRecord(raw.data)) return raw.data
  return Object.fromEntries(Object.entries(raw).filter(([name]) => !idNames.includes(name)))
}
