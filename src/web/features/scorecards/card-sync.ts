/**
 * One open card: what is on the screen, kept on the device before the next arrow can be placed, and sent to the server when
 * it can be (D44). Everything that is written goes through the pure steps of local-card.ts, on what lies on the device at that
 * moment, so that two tabs do not overwrite each other either.
 */
import type { Arrow } from '#domain/scorecards/card.ts'
import type { Setup } from '#domain/scorecards/setup.ts'
import { api } from '#web/lib/api.ts'
import { type Problem, reportProblem, toProblem } from '#web/lib/request.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { readSession } from '#web/lib/session-store.ts'
import { newIdempotencyKey } from '#web/lib/use-idempotent-mutation.ts'
import { forgetCard, forgetLocalCard, listLocalCards, persistStorage, readCard, updateCard } from './card-db.ts'
import {
  acceptRemote,
  answered,
  beginCard,
  type Confirmation,
  catchUp,
  confirmEnd,
  endEnd,
  hasUnsent,
  keepServerCard,
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
  /** `opening` until the device has been asked, and where it has nothing, the server. */
  status: 'opening' | 'open' | 'missing' | 'failed'
  /** Why it could not be opened, or why what is unsent has not been taken. */
  problem: Problem | null
  /** After a problem, it is tried again at this moment. */
  retrying: boolean
  /** The device does not keep arrows: each has to reach the server before the next. */
  unkept: boolean
  /** Somebody was quicker, in another tab or on another device. */
  stale: boolean
  /** Deleted, as on another device; what is written here is kept all the same. */
  removed: boolean
}

export type CardStore = ReturnType<typeof createStore>

const tryAgainMs = 8000
const soonMs = 250
const mostAtOnce = 100
const stores = new Map<string, CardStore>()
/** Other tabs with the same card open. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('quiver-cards') : null

export function openCard(owner: string, id: string) {
  const key = `${owner}:${id}`
  const known = stores.get(key)
  if (known) return known
  const store = createStore(owner, id)
  stores.set(key, store)
  return store
}

/** A rule has refused what waits to be sent: it does not go by itself, as a missing connection does. */
export function isRefused(problem: Problem | null) {
  return problem !== null && !['offline', 'trouble', 'signed-out'].includes(problem.kind)
}

/** After a deliberate sign-out nothing of somebody's cards stays, nor comes back from what is under way in this tab (D14). */
export async function forgetCards(owner: string) {
  for (const [key, store] of stores) {
    if (!key.startsWith(`${owner}:`)) continue
    store.close()
    stores.delete(key)
  }
  noteAllSent(owner)
  await forgetLocalCard(owner)
}

/**
 * After the end of a session: cards of which the server has everything are not kept, and the others without the names of other
 * people, which come again with the card (`learnNames`).
 */
export async function keepUnsentCards(owner: string) {
  for (const [key, store] of stores) {
    if (!key.startsWith(`${owner}:`)) continue
    store.close()
    stores.delete(key)
  }
  await takeUpLast(owner)
  for (const card of await listLocalCards(owner)) {
    if (!hasUnsent(card)) await forgetCard(owner, card.id)
    else await updateCard(owner, card.id, (kept) => kept && withoutNames(kept))
  }
}

/** How much of somebody's cards would be lost with them, here and now. */
export async function countUnsent(owner: string) {
  const cards = new Map((await listLocalCards(owner).catch(() => [])).map((card) => [card.id, card]))
  for (const store of stores.values()) {
    const { card, unkept } = store.read()
    if (unkept && card?.owner === owner) cards.set(card.id, card)
  }
  return [...cards.values()].reduce((sum, card) => sum + unsentEntries(card), 0)
}

/** Whatever of somebody's cards the server has not heard, as after a crash, or a round that was shot without a connection. */
export async function sendUnsent(owner: string) {
  await takeUpLast(owner)
  const waiting = (await listLocalCards(owner)).filter(hasUnsent)
  if (waiting.length === 0) noteAllSent(owner)
  for (const { id } of waiting) await openCard(owner, id).sendWhatWaits()
}

/** An arrow that was painted when its tab died may not have come into its card yet. */
async function takeUpLast(owner: string) {
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

/** A new card, kept on this device. @returns its id */
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
    unkept: false,
    stale: false,
    removed: false,
  }
  const listeners = new Set<() => void>()
  /** What is being written to the device; the next waits for it. */
  let saving: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let opened: Promise<void> | null = null
  let again = false
  let sending: Promise<void> | null = null
  let closed = false

  /** On the device, unless its person has left meanwhile. */
  function keep(step: (kept: LocalCard | null) => LocalCard | null) {
    return updateCard(owner, id, (kept) => (closed ? null : step(kept)))
  }

  function set(next: Partial<CardState>) {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  /** What was read from the device is all new objects: where it says the same, what is shown stays, and nothing is drawn again. */
  function show(card: LocalCard | null) {
    if (card !== null && !(state.card && isSameCard(state.card, card))) set({ card })
  }

  /**
   * One after the other: each begins with what the one before has left. At once where none is under way, so that an arrow is drawn
   * together with what else its tap changes.
   */
  function inTurn<T>(act: () => Promise<T>) {
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

  /** On the screen at once, on the device before this resolves. Where another tab was quicker, its card is shown instead. */
  function change(step: (card: LocalCard) => LocalCard | null) {
    return inTurn(async () => {
      const shown = state.card && step(state.card)
      if (!shown || closed) return false
      set({ card: shown, stale: false })
      const last = shown.unsent.at(-1)
      noteUnsentCards(owner, last ? { card: id, change: last } : null)
      try {
        const { card, changed } = await keep((kept) => {
          if (kept === null) return shown
          return state.unkept ? catchUp(shown, kept) : step(kept)
        })
        if (!changed) set({ card, stale: true })
        else show(card)
        if (changed && state.unkept) set({ unkept: false })
        if (changed && shown.unsent.length > 0) persistStorage()
        channel?.postMessage({ owner, id })
        return changed
      } catch {
        // Storage is full or switched off: what is on the screen goes to the server, and is all there is.
        set({ unkept: true })
        return true
      }
    })
  }

  async function act(step: (card: LocalCard, facts: { id: string; now: string }) => LocalCard | null) {
    const at = factsOf(newIdempotencyKey())
    // A first try that seemed to fail may have been kept all the same.
    const done = await change((card) => (card.unsent.some(({ id }) => id === at.id) ? card : step(card, at)))
    if (state.unkept) await send()
    else sendSoon()
    return done
  }

  /** Several quick arrows make one request, and none is in the way of the next. */
  function sendSoon() {
    clearTimeout(timer)
    timer = setTimeout(() => void send(), soonMs)
  }

  /**
   * Tells the server what it has not heard, and hears what is new; one request at a time. Resolves when the server has heard all,
   * or can't be reached.
   */
  function send() {
    clearTimeout(timer)
    again = true
    sending ??= sendAll()
    return sending
  }

  async function sendAll() {
    try {
      let heard = true
      while (heard && (again || (state.card && hasUnsent(state.card)))) {
        again = false
        heard = await sendOnce()
      }
    } finally {
      sending = null
    }
  }

  async function sendOnce() {
    const { card } = state
    if (card === null || state.status !== 'open' || closed) return false
    // Someone else may have logged in since: a card is never sent under their name.
    if (readSession()?.person?.userId !== owner) return false
    const sent = { changes: card.unsent.slice(0, mostAtOnce), confirms: card.confirms }
    if (state.problem) set({ retrying: true })
    try {
      const { setup, startedAt, seen } = card
      const answer = await api.scorecard.save(
        { cardId: id, setup, startedAt, seen, ...sent },
        { context: { idempotencyKey: newIdempotencyKey() } },
      )
      await inTurn(() => hear(sent, answer))
      if (state.problem || state.removed !== answer.removed)
        set({ problem: null, retrying: false, removed: answer.removed })
      return true
    } catch (error) {
      const problem = toProblem(error)
      reportProblem(problem)
      set({ problem, retrying: false })
      // What a rule refuses is refused again.
      if (problem.kind === 'offline' || problem.kind === 'trouble') timer = setTimeout(() => void send(), tryAgainMs)
      return false
    }
  }

  async function hear(sent: Parameters<typeof answered>[1], answer: Parameters<typeof answered>[2]) {
    const take = (card: LocalCard) => answered(card, sent, answer)
    if (state.card) set({ card: take(state.card) })
    if (state.unkept) return
    try {
      const { card } = await keep((kept) => kept && take(kept))
      show(card)
    } catch {
      set({ unkept: true })
    }
    if (sent.changes.length > 0) channel?.postMessage({ owner, id })
  }

  async function open() {
    const kept = await takeUpLast(owner)
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
      const card = keepServerCard(owner, there)
      const kept = await keep((earlier) => earlier ?? card).catch(() => null)
      set({ card: kept?.card ?? card, status: 'open', unkept: kept === null, removed })
    } catch (error) {
      const problem = toProblem(error)
      reportProblem(problem)
      opened = null
      set({ status: problem.kind === 'not-found' ? 'missing' : 'failed', problem })
    }
  }

  /** Of whoever else is on the card, after an earlier session’s end. */
  async function learnNames() {
    const { archer, double } = await api.scorecard.get({ cardId: id }).catch(() => ({ archer: null, double: null }))
    if (archer === null) return
    const { card } = await keep((kept) => kept && { ...kept, archer, double })
    if (card !== null) set({ card })
  }

  async function begin(setup: Setup) {
    const card = beginCard({ owner, id, setup, startedAt: nowHere() })
    opened = Promise.resolve()
    const unkept = await keep(() => card).then(
      () => false,
      () => true,
    )
    set({ card, status: 'open', unkept })
    void send()
  }

  channel?.addEventListener('message', ({ data }) => {
    if (data.owner !== owner || data.id !== id || state.status !== 'open') return
    void inTurn(async () => {
      const kept = await readCard(owner, id)
      // What this tab could not keep is on the screen alone.
      if (!state.unkept) show(kept)
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
     * Upon what is seen now, or was when it was asked for: should somebody be quicker, their arrow stays. Resolves when the arrow
     * is on the device.
     */
    async write(slot: number, arrow: Arrow | null, why = '', upon = state.card?.slots[slot]?.change ?? null) {
      const done = await act((card, at) => write(card, { slot, upon, arrow, why }, at))
      if (!done) set({ stale: true })
      return done
    },
    /** Into the first empty slot (§4). */
    place: (arrow: (card: LocalCard) => { slot: number; arrow: Arrow } | null) =>
      act((card, at) => {
        const placed = arrow(card)
        return placed && write(card, { ...placed, upon: card.slots[placed.slot]?.change ?? null, why: '' }, at)
      }),
    undo: () => act(undo),
    redo: () => act(redo),
    /** Of a card that nobody looks at. */
    async sendWhatWaits() {
      opened ??= open()
      await opened
      await send()
    },
    endEnd: (end: number) => change((card) => endEnd(card, end)),
    confirmEnd: (confirmation: Confirmation) => act((card) => confirmEnd(card, confirmation)),
    giveWay: (slot: number) => change((card) => acceptRemote(card, slot)),
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
