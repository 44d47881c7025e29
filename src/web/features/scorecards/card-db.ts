import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb'
import { oneTabAtATime } from '#web/lib/one-tab-at-a-time.ts'
import { createConnection } from './connection.ts'
import type { LocalCard } from './local-card.ts'

/** Local cards in IndexedDB. A write is durable before its promise resolves. */

type Cards = DBSchema & { cards: { key: [owner: string, id: string]; value: LocalCard } }
type Store<Mode extends IDBTransactionMode> = IDBPObjectStore<Cards, ['cards'], 'cards', Mode>

/** Maximum wait for another tab's turn, in ms; that tab may be suspended. */
const longestTurnMs = 5000

const use = createConnection<IDBPDatabase<Cards>>(async (lost) => {
  const database = await openDB<Cards>('quiver', 1, {
    upgrade: (made) => void made.createObjectStore('cards', { keyPath: ['owner', 'id'] }),
    // Closed by the browser, as when storage is cleared.
    terminated: () => lost(database),
    blocking() {
      lost(database)
      database.close()
    },
  })
  return database
})

function allOf(owner: string) {
  return IDBKeyRange.bound([owner], [owner, []])
}

export function readCard(owner: string, id: string) {
  return use((database) => cardIn(database, owner, id))
}

/** All of the owner's cards on this device. */
export function listLocalCards(owner: string) {
  return use((database) => runRequest(database, 'readonly', (store) => store.getAll(allOf(owner))))
}

/**
 * Read-modify-write on the stored card, which another tab may have changed. If `change` returns null, nothing is
 * written. After a failed try it's called again, although the first write may have succeeded.
 * @returns the stored card afterwards, and whether it was changed
 */
export function updateCard(owner: string, id: string, change: (card: LocalCard | null) => LocalCard | null) {
  return exclusively(async (database) => {
    const before = await cardIn(database, owner, id)
    const after = change(before)
    if (after !== null) await runRequest(database, 'readwrite', (store) => store.put(after))
    return { card: after ?? before, changed: after !== null }
  })
}

export function deleteLocalCard(owner: string, id: string) {
  return exclusively((database) => runRequest(database, 'readwrite', (store) => store.delete([owner, id])))
}

/** Deletes all of the owner's cards, including unsent changes. */
export function deleteLocalCards(owner: string) {
  return exclusively((database) => runRequest(database, 'readwrite', (store) => store.delete(allOf(owner))))
}

async function cardIn(database: IDBPDatabase<Cards>, owner: string, id: string) {
  return (await runRequest(database, 'readonly', (store) => store.get([owner, id]))) ?? null
}

/** Mutual exclusion across tabs; `use` always settles, so the lock is always released. */
function exclusively<T>(act: (database: IDBPDatabase<Cards>) => Promise<T>): Promise<T> {
  return oneTabAtATime('quiver-cards', longestTurnMs, () => use(act))
}

/**
 * A single-request transaction, committed right away with strict durability. In WebKit, a transaction that waits for
 * its page never ends if that page is closed, and blocks all later ones in every tab
 * (https://bugs.webkit.org/show_bug.cgi?id=324094 reports it for workers).
 */
async function runRequest<Mode extends 'readonly' | 'readwrite', T>(
  database: IDBPDatabase<Cards>,
  mode: Mode,
  request: (store: Store<Mode>) => Promise<T>,
) {
  const tx = database.transaction('cards', mode, { durability: 'strict' })
  const done = Promise.all([request(tx.store), tx.done])
  // After a lost connection, `commit` throws before `done` is awaited: avoid an unhandled rejection.
  done.catch(() => {})
  tx.commit()
  const [answer] = await done
  return answer
}

let askedToPersist = false

/**
 * Requests persistent storage, once per visit. Only called with unsent arrows on the device: before that nothing could
 * be lost, and some browsers prompt the user.
 */
export function persistStorage() {
  if (askedToPersist) return
  askedToPersist = true
  void askToPersist().catch(() => {})
}

async function askToPersist() {
  // Missing in old browsers and on pages without https.
  const storage: Partial<StorageManager> | undefined = navigator.storage
  if (await storage?.persisted?.()) return
  await storage?.persist?.()
}
