import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb'
import { oneTabAtATime } from '#web/lib/one-tab-at-a-time.ts'
import { createConnection } from './connection.ts'
import type { LocalCard } from './local-card.ts'

/** The cards on this device, in the browser's database: on the disk before the promise that saves one resolves. */

type Cards = DBSchema & { cards: { key: [owner: string, id: string]; value: LocalCard } }
type Store<Mode extends IDBTransactionMode> = IDBPObjectStore<Cards, ['cards'], 'cards', Mode>

/** So long a card waits for another tab, which may have been put to sleep. */
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

/** The whole of somebody's cards on this device. */
export function listLocalCards(owner: string) {
  return use((database) => ask(database, 'readonly', (store) => store.getAll(allOf(owner))))
}

/**
 * Changes a card by what lies there at that moment, which another tab may have changed. `null` from `change` leaves it. It is
 * called again where the first try failed, which may have been kept all the same.
 * @returns what lies there afterwards, and whether it was changed
 */
export function updateCard(owner: string, id: string, change: (card: LocalCard | null) => LocalCard | null) {
  return alone(async (database) => {
    const before = await cardIn(database, owner, id)
    const after = change(before)
    if (after !== null) await ask(database, 'readwrite', (store) => store.put(after))
    return { card: after ?? before, changed: after !== null }
  })
}

export function forgetCard(owner: string, id: string) {
  return alone((database) => ask(database, 'readwrite', (store) => store.delete([owner, id])))
}

/** The whole of somebody's cards, also what the server has not heard. */
export function forgetLocalCard(owner: string) {
  return alone((database) => ask(database, 'readwrite', (store) => store.delete(allOf(owner))))
}

async function cardIn(database: IDBPDatabase<Cards>, owner: string, id: string) {
  return (await ask(database, 'readonly', (store) => store.get([owner, id]))) ?? null
}

/** One after the other in all tabs; `use` settles in any case, so that no turn is without an end. */
function alone<T>(act: (database: IDBPDatabase<Cards>) => Promise<T>): Promise<T> {
  return oneTabAtATime('quiver-cards', longestTurnMs, () => use(act))
}

/**
 * A transaction of one request, which ends with it, on the disk. One that waits for its page to go on is never over in WebKit when
 * that page is left, and holds up all later ones on this device, in every tab (as https://bugs.webkit.org/show_bug.cgi?id=324094 has it
 * of workers).
 */
async function ask<Mode extends 'readonly' | 'readwrite', T>(
  database: IDBPDatabase<Cards>,
  mode: Mode,
  request: (store: Store<Mode>) => Promise<T>,
) {
  const tx = database.transaction('cards', mode, { durability: 'strict' })
  const done = Promise.all([request(tx.store), tx.done])
  // A connection that was lost makes the next line throw, and then this rejects without anyone listening.
  done.catch(() => {})
  tx.commit()
  const [answer] = await done
  return answer
}

let askedToPersist = false

/**
 * Asks the browser, once per visit, not to clear this site's storage when it wants the space. Only called with arrows on the
 * device that the server doesn't have: before that nothing would be lost, and some browsers show the question to the person.
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
