/** The cards on this device, in the browser's database: on the disk before the promise that saves one resolves. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { createConnection } from './connection.ts'
import type { KeptCard } from './kept-card.ts'

type Cards = DBSchema & { cards: { key: [owner: string, id: string]; value: KeptCard } }

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

export async function readCard(owner: string, id: string) {
  return (await use((database) => database.get('cards', [owner, id]))) ?? null
}

/** The whole of somebody's cards on this device. */
export function listKept(owner: string) {
  return use((database) => database.getAll('cards', allOf(owner)))
}

/**
 * Changes a card by what lies there at that moment, which another tab may have changed. `null` from `change` leaves it. It is
 * called again where the first try failed, which may have been kept all the same.
 * @returns what lies there afterwards, and whether it was changed
 */
export function updateCard(owner: string, id: string, change: (card: KeptCard | null) => KeptCard | null) {
  return use(async (database) => {
    const tx = database.transaction('cards', 'readwrite', { durability: 'strict' })
    // Its end is waited for below; a connection that is lost before then rejects it without anyone listening.
    tx.done.catch(() => {})
    const before = (await tx.store.get([owner, id])) ?? null
    const after = change(before)
    // Sent off with the card, not after its answer: a tab that dies in the meantime takes nothing with it.
    if (after !== null) {
      void tx.store.put(after).catch(() => {})
      tx.commit()
    }
    await tx.done
    return { card: after ?? before, changed: after !== null }
  })
}

export function forgetCard(owner: string, id: string) {
  return use((database) => database.delete('cards', [owner, id]))
}

/** The whole of somebody's cards, also what the server has not heard. */
export function forgetKept(owner: string) {
  return use((database) => database.delete('cards', allOf(owner)))
}
