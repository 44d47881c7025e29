/**
 * State of one open card: what is on the screen, stored on the device before the next arrow can be placed, and sent to
 * the server when possible. Every change is a pure step of local-card.ts applied to the stored card at that moment, so
 * two tabs don't overwrite each other.
 */
import type { Arrow } from '#domain/scorecards/card.ts'
import type { Setup } from '#domain/scorecards/setup.ts'
import { api } from '#web/lib/api.ts'
import { openChannel } from '#web/lib/browser-storage.ts'
import { type Problem, reportProblem, toProblem } from '#web/lib/request.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { readSession } from '#web/lib/session-store.ts'
import { newIdempotencyKey } from '#web/lib/use-idempotent-mutation.ts'
import { deleteLocalCard, deleteLocalCards, listLocalCards, persistStorage, readCard, updateCard } from './card-db.ts'
import {
  acceptRemote,
  applyResponse,
  beginCard,
  type Confirmation,
  catchUp,
  confirmEnd,
  endEnd,
  fromServerCard,
  hasUnsent,
  type LocalCard,
  redo,
  undo,
  unnamedArcher,
  unsentEntries,
  withoutNames,
  write,
} from './local-card.ts'
import { lastChangeOf, noteAllSent, noteUnsentCards } from './unsent-cards.ts'

export type CardState = {
  card: LocalCard | null
  /** `opening` until the device, and if it has no card the server, has responded. */
  status: 'opening' | 'open' | 'missing' | 'failed'
  /** Why the card can't be opened, or why unsent changes were not accepted. */
  problem: Problem | null
  /** A retry after a problem is in progress. */
  retrying: boolean
  /** The device can't store arrows: each must reach the server before the next. */
  notStored: boolean
  /** Another tab or device changed the slot first. */
  stale: boolean
  /** Deleted, possibly on another device; what is written here is stored anyway. */
  removed: boolean
}

export type CardStore = ReturnType<typeof createStore>

const retryMs = 8000
const debounceMs = 250
const maxPerRequest = 100
const stores = new Map<string, CardStore>()
/** Notifies other tabs with the same card open. */
const channel = openChannel('quiver-cards')

export function openCard(owner: string, id: string) {
  const key = `${owner}:${id}`
  const known = stores.get(key)
  if (known) return known
  const store = createStore(owner, id)
  stores.set(key, store)
  return store
}

/** True if a rule refused the unsent changes: unlike a missing connection, that doesn't resolve automatically. */
export function isRefused(problem: Problem | null) {
  return problem !== null && !['offline', 'trouble', 'signed-out'].includes(problem.kind)
}

/**
 * After a deliberate sign-out: deletes all of the owner's cards, and keeps work in progress in this tab from writing
 * them again.
 */
export async function forgetCards(owner: string) {
  for (const [key, store] of stores) {
    if (!key.startsWith(`${owner}:`)) continue
    store.close()
    stores.delete(key)
  }
  noteAllSent(owner)
  await deleteLocalCards(owner)
}

/**
 * After a session has ended: deletes cards the server has in full, and removes other people's names from the rest; they
 * load again with the card (`learnNames`).
 */
export async function retainUnsentCards(owner: string) {
  for (const [key, store] of stores) {
    if (!key.startsWith(`${owner}:`)) continue
    store.close()
    stores.delete(key)
  }
  await applyLastChange(owner)
  for (const card of await listLocalCards(owner)) {
    if (!hasUnsent(card)) await deleteLocalCard(owner, card.id)
    else await updateCard(owner, card.id, (kept) => kept && withoutNames(kept))
  }
}

/** Number of entries that deleting the owner's cards on this device would lose. */
export async function countUnsent(owner: string) {
  const cards = new Map((await listLocalCards(owner).catch(() => [])).map((card) => [card.id, card]))
  for (const store of stores.values()) {
    const { card, notStored } = store.read()
    if (notStored && card?.owner === owner) cards.set(card.id, card)
  }
  return [...cards.values()].reduce((sum, card) => sum + unsentEntries(card), 0)
}

/** Sends all unsent changes, as after a crash or a round shot offline. */
export async function sendUnsent(owner: string) {
  await applyLastChange(owner)
  const waiting = (await listLocalCards(owner)).filter(hasUnsent)
  if (waiting.length === 0) noteAllSent(owner)
  for (const { id } of waiting) await openCard(owner, id).sendWhatWaits()
}

/** Applies the last change if its tab died before the change was written to its card. */
async function applyLastChange(owner: string) {
  const last = lastChangeOf(owner)
  if (last === null) return
  const { card, change } = last
  const taken = await updateCard(owner, card, (kept) => kept && write(kept, change, factsOf(change.id)))
  if (taken.card !== null) noteUnsentCards(owner, null)
}

function factsOf(id: string) {
  return { id, now: nowHere() }
}

function nowHere() {
  return new Date(serverNow()).toISOString()
}

/** Starts a new card and stores it on this device. @returns its id */
export async function startCard(owner: string, setup: Setup) {
  const id = newIdempotencyKey()
  const store = openCard(owner, id)
  await store.begin(setup)
  return id
}

function createStore(owner: string, id: string) {
  let state: CardState = {
    card: null,
    status: 'opening',
    problem: null,
    retrying: false,
    notStored: false,
    stale: false,
    removed: false,
  }
  const listeners = new Set<() => void>()
  /** Pending write to the device; the next one waits for it. */
  let saving: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let opened: Promise<void> | null = null
  let again = false
  let sending: Promise<void> | null = null
  let closed = false

  /** Updates the stored card, unless its owner has left in the meantime. */
  function updateStored(step: (kept: LocalCard | null) => LocalCard | null) {
    return updateCard(owner, id, (kept) => (closed ? null : step(kept)))
  }

  function set(next: Partial<CardState>) {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  /** Cards from the device are new objects: if nothing changed, keep the current one, so nothing rerenders. */
  function show(card: LocalCard | null) {
    if (card !== null && !(state.card && isSameCard(state.card, card))) set({ card })
  }

  /**
   * Serializes operations. Runs synchronously if none is pending, so an arrow is rendered together with everything else
   * its tap changes.
   */
  function serialize<T>(act: () => Promise<T>) {
    const turn = saving === null ? act() : saving.then(act)
    const settled = turn.then(
      () => {},
      () => {},
    )
    saving = settled
    void settled.then(() => {
      if (saving === settled) saving = null
    })
    return turn
  }

  /** Shows the change right away and resolves once it's stored. If another tab was first, its card is shown instead. */
  function change(step: (card: LocalCard) => LocalCard | null) {
    return serialize(async () => {
      const shown = state.card && step(state.card)
      if (!shown || closed) return false
      set({ card: shown, stale: false })
      const last = shown.unsent.at(-1)
      noteUnsentCards(owner, last ? { card: id, change: last } : null)
      try {
        const { card, changed } = await updateStored((kept) => {
          if (kept === null) return shown
          return state.notStored ? catchUp(shown, kept) : step(kept)
        })
        if (!changed) set({ card, stale: true })
        else show(card)
        if (changed && state.notStored) set({ notStored: false })
        if (changed && shown.unsent.length > 0) persistStorage()
        channel?.postMessage({ owner, id })
        return changed
      } catch {
        // Storage is full or disabled: the card on the screen is the only copy, and goes to the server.
        set({ notStored: true })
        return true
      }
    })
  }

  async function act(step: (card: LocalCard, facts: { id: string; now: string }) => LocalCard | null) {
    const at = factsOf(newIdempotencyKey())
    // A first try that seemed to fail may have been stored.
    const done = await change((card) => (card.unsent.some(({ id }) => id === at.id) ? card : step(card, at)))
    if (state.notStored) await send()
    else sendSoon()
    return done
  }

  /** Debounced: several quick arrows make one request, and none blocks the next. */
  function sendSoon() {
    clearTimeout(timer)
    timer = setTimeout(() => void send(), debounceMs)
  }

  /** Syncs with the server, one request at a time. Resolves when everything is sent, or the server can't be reached. */
  function send() {
    clearTimeout(timer)
    again = true
    sending ??= sendAll()
    return sending
  }

  async function sendAll() {
    try {
      let synced = true
      while (synced && (again || (state.card && hasUnsent(state.card)))) {
        again = false
        synced = await sendOnce()
      }
    } finally {
      sending = null
    }
  }

  async function sendOnce() {
    const { card } = state
    if (card === null || state.status !== 'open' || closed) return false
    // Someone else may have logged in since: never send a card under their name.
    if (readSession()?.person?.userId !== owner) return false
    const sent = { changes: card.unsent.slice(0, maxPerRequest), confirms: card.confirms }
    if (state.problem) set({ retrying: true })
    try {
      const { setup, startedAt, seen } = card
      const answer = await api.scorecard.save(
        { cardId: id, setup, startedAt, seen, ...sent },
        { context: { idempotencyKey: newIdempotencyKey() } },
      )
      await serialize(() => receive(sent, answer))
      if (state.problem || state.removed !== answer.removed)
        set({ problem: null, retrying: false, removed: answer.removed })
      return true
    } catch (error) {
      const problem = toProblem(error)
      reportProblem(problem)
      set({ problem, retrying: false })
      // A change that a rule refused would be refused again.
      if (problem.kind === 'offline' || problem.kind === 'trouble') timer = setTimeout(() => void send(), retryMs)
      return false
    }
  }

  async function receive(sent: Parameters<typeof applyResponse>[1], answer: Parameters<typeof applyResponse>[2]) {
    const take = (card: LocalCard) => applyResponse(card, sent, answer)
    if (state.card) set({ card: take(state.card) })
    if (state.notStored) return
    try {
      const { card } = await updateStored((kept) => kept && take(kept))
      show(card)
    } catch {
      set({ notStored: true })
    }
    if (sent.changes.length > 0) channel?.postMessage({ owner, id })
  }

  async function open() {
    const kept = await applyLastChange(owner)
      .then(() => readCard(owner, id))
      .catch(() => null)
    if (kept) {
      set({ card: kept, status: 'open' })
      void send()
      if (kept.archer === unnamedArcher) void learnNames()
      return
    }
    try {
      const { removed, ...there } = await api.scorecard.get({ cardId: id })
      const card = fromServerCard(owner, there)
      const kept = await updateStored((earlier) => earlier ?? card).catch(() => null)
      set({ card: kept?.card ?? card, status: 'open', notStored: kept === null, removed })
    } catch (error) {
      const problem = toProblem(error)
      reportProblem(problem)
      opened = null
      set({ status: problem.kind === 'not-found' ? 'missing' : 'failed', problem })
    }
  }

  /** Reloads the other archer's name, removed when an earlier session ended. */
  async function learnNames() {
    const { archer, double } = await api.scorecard.get({ cardId: id }).catch(() => ({ archer: null, double: null }))
    if (archer === null) return
    const { card } = await updateStored((kept) => kept && { ...kept, archer, double })
    if (card !== null) set({ card })
  }

  async function begin(setup: Setup) {
    const card = beginCard({ owner, id, setup, startedAt: nowHere() })
    opened = Promise.resolve()
    const notStored = await updateStored(() => card).then(
      () => false,
      () => true,
    )
    set({ card, status: 'open', notStored })
    void send()
  }

  channel?.addEventListener('message', ({ data }) => {
    if (data.owner !== owner || data.id !== id || state.status !== 'open') return
    void serialize(async () => {
      const kept = await readCard(owner, id)
      // A card this tab couldn't store exists only on the screen.
      if (!state.notStored) show(kept)
    }).catch(() => {})
  })

  return {
    read: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      opened ??= open()
      const now = () => void send()
      const look = () => document.visibilityState === 'visible' && now()
      window.addEventListener('online', now)
      document.addEventListener('visibilitychange', look)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('online', now)
        document.removeEventListener('visibilitychange', look)
      }
    },
    begin,
    retry() {
      set({ status: 'opening', problem: null })
      opened = open()
      return opened
    },
    /**
     * Compare-and-swap on the slot: `upon` is the change that was visible when the edit started, and if another one
     * came first, that one stays. Resolves when the arrow is on the device.
     */
    async write(slot: number, arrow: Arrow | null, why = '', upon = state.card?.slots[slot]?.change ?? null) {
      const done = await act((card, at) => write(card, { slot, upon, arrow, why }, at))
      if (!done) set({ stale: true })
      return done
    },
    /** Places an arrow into the first empty slot. */
    place: (arrow: (card: LocalCard) => { slot: number; arrow: Arrow } | null) =>
      act((card, at) => {
        const placed = arrow(card)
        return placed && write(card, { ...placed, upon: card.slots[placed.slot]?.change ?? null, why: '' }, at)
      }),
    undo: () => act(undo),
    redo: () => act(redo),
    /** For a card that isn't open on a page. */
    async sendWhatWaits() {
      opened ??= open()
      await opened
      await send()
    },
    endEnd: (end: number) => change((card) => endEnd(card, end)),
    confirmEnd: (confirmation: Confirmation) => act((card) => confirmEnd(card, confirmation)),
    acceptRemote: (slot: number) => change((card) => acceptRemote(card, slot)),
    send,
    close() {
      closed = true
      clearTimeout(timer)
    },
    noteRemoved: (removed: boolean) => set({ removed }),
  }
}

function isSameCard(one: LocalCard, other: LocalCard) {
  const same = (name: 'unsent' | 'done' | 'undone' | 'overtaken') => one[name].length === other[name].length
  return (
    one.slots.every((slot, i) => slot?.change === other.slots[i]?.change) &&
    same('unsent') &&
    same('done') &&
    same('undone') &&
    same('overtaken') &&
    one.endedEnds === other.endedEnds &&
    JSON.stringify([one.double, one.confirms]) === JSON.stringify([other.double, other.confirms]) &&
    one.seen === other.seen
  )
}
