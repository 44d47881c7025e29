/** The cards on this device, in the browser's database: on the disk before the promise that saves one resolves. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { KeptCard } from './kept-card.ts'

type Cards = DBSchema & { cards: { key: [owner: string, id: string]; value: KeptCard } }

let opening: Promise<IDBPDatabase<Cards>> | null = null

function open() {
  opening ??= openDB<Cards>('quiver', 1, {
    upgrade: (database) => void database.createObjectStore('cards', { keyPath: ['owner', 'id'] }),
    // Closed by the browser, as when storage is cleared: the next one who asks opens it anew.
    terminated: forget,
    blocking: (_current, _blocked, event) => {
      forget()
      ;(event.target as IDBDatabase).close()
    },
  })
  opening.catch(forget)
  return opening
}

function forget() {
  opening = null
}

function allOf(owner: string) {
  return IDBKeyRange.bound([owner], [owner, []])
}

export async function readCard(owner: string, id: string) {
  return (await (await open()).get('cards', [owner, id])) ?? null
}

/** The whole of somebody's cards on this device. */
export async function listKept(owner: string) {
  return (await open()).getAll('cards', allOf(owner))
}

/**
 * Changes a card by what lies there at that moment, which another tab may have changed. `null` from `change` leaves it.
 * @returns what lies there afterwards, and whether it was changed
 */
export async function updateCard(owner: string, id: string, change: (card: KeptCard | null) => KeptCard | null) {
  const tx = (await open()).transaction('cards', 'readwrite', { durability: 'strict' })
  const before = (await tx.store.get([owner, id])) ?? null
  const after = change(before)
  // Sent off with the card, not after its answer: a tab that dies meanwhile takes nothing with it.
  if (after !== null) {
    void tx.store.put(after).catch(() => {})
    tx.commit()
  }
  await tx.done
  return { card: after ?? before, changed: after !== null }
}

export async function forgetCard(owner: string, id: string) {
  await (await open()).delete('cards', [owner, id])
}

/** The whole of somebody's cards, also what the server has not heard. */
export async function forgetKept(owner: string) {
  await (await open()).delete('cards', allOf(owner))
}
