/**
 * Sends mutations made without a connection as soon as there is one: in order, each exactly once. There is one queue
 * for all of them, and one tab sends at a time. RSVPs are stored on the device before they show, and stay stored until
 * the server has responded to each.
 */
import { useSyncExternalStore } from 'react'
import { inLine } from '#domain/isolated-text.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { messages } from '#domain/text/public-messages.ts'
import { oneTabAtATime } from '#web/lib/one-tab-at-a-time.ts'
import { isPersonalStored, personalNames, readPersonal, writePersonal } from '#web/lib/personal-storage.ts'
import { type Problem, reportProblem, toProblem } from '#web/lib/request.ts'
import { readSession } from '#web/lib/session-store.ts'
import { toast } from '#web/lib/toast.ts'
import { newIdempotencyKey } from '#web/lib/use-idempotent-mutation.ts'
import { onSignOut } from '#web/lib/use-session.ts'
import {
  afterTrouble,
  type Entry,
  type Inputs,
  isLasting,
  isTooLate,
  type Kind,
  newEntry,
  nextOf,
  type OfflineMutations,
  type Outputs,
  withEntry,
  withStored,
} from './queue-rules.ts'

const namePrefix = 'unsent:'
const retryEveryMs = 5000
/** After this long without a response an entry shows as waiting, while the attempt continues. */
const slowMs = 4000
/** Longer than one attempt of another tab. */
const longestTurnMs = 25_000
const noResponseYet: Problem = { kind: 'offline', message: messages.offline }

/** How to send each kind, set once by the shell; until then everything waits. */
let offlineMutations: OfflineMutations | null = null

/** The member whose entries these are. Entries of other members on this device are never shown or sent. */
let owner: string | null = null
let queue: Entry[] = []
const onDevice = new Set<string>()
const listeners = new Set<() => void>()
const waiters = new Map<string, (settled: Settled<Kind> | null) => void>()
let timer: ReturnType<typeof setTimeout> | undefined
let sending: Promise<void> | null = null
/** The key of the entry that this tab is sending. */
let underWay: string | null = null
let again = false

/** The response, and whether it came only after a wait. */
type Settled<K extends Kind> = { output: Outputs[K]; waited: boolean }

function change(next: Entry[]) {
  const before = queue
  queue = next
  for (const entry of next) if (isLasting(entry) && !before.includes(entry)) store(entry)
  for (const entry of before) if (isLasting(entry) && !next.some(({ key }) => key === entry.key)) forget(entry)
  notifyListeners()
}

function notifyListeners() {
  for (const listener of listeners) listener()
}

/** If the device can't store it, the entry lasts as long as the page. */
function store(entry: Entry) {
  if (owner !== null && writePersonal(owner, namePrefix + entry.key, entry)) onDevice.add(entry.key)
}

function forget({ key }: Entry) {
  if (owner !== null) writePersonal(owner, namePrefix + key, null)
  onDevice.delete(key)
}

function replace(entry: Entry, by: Entry | null) {
  change(queue.flatMap((each) => (each.key !== entry.key ? [each] : by === null ? [] : [by])))
}

/** Loads the entries of the signed-in member that an earlier page or another tab has stored. */
function loadStored() {
  const now = readSession()?.person?.userId ?? null
  const sameOwner = now === owner
  owner = now
  if (now === null) {
    queue = []
    return
  }
  const stored = personalNames(now, namePrefix).flatMap((name) => readPersonal<Entry>(now, name) ?? [])
  const next = withStored(sameOwner ? queue : [], stored, { onDevice, underWay })
  for (const { key } of stored) if (isPersonalStored(now, namePrefix + key)) onDevice.add(key)
  if (JSON.stringify(next) !== JSON.stringify(queue)) queue = next
}

/**
 * Queues a mutation and sends it as soon as possible.
 * @param title its subject, for messages
 * @param saved for an RSVP: the server's current value, so that changing back to it sends nothing
 * @returns the response, whenever it arrives; null if it was refused, or there is nothing (left) to send
 */
export function send<K extends Kind>(
  kind: K,
  input: Inputs[K],
  { title, saved }: { title: string; saved?: Inputs['answer']['answer'] },
): Promise<Settled<K> | null> {
  loadStored()
  const before = queue
  change(withEntry(queue, newEntry(kind, input, { key: newIdempotencyKey(), at: Date.now(), title }) as Entry, saved))
  for (const { key } of before) if (!queue.some((each) => each.key === key)) settle(key, null)
  const mine = queue.filter((each) => each.kind === kind && JSON.stringify(each.input) === JSON.stringify(input)).at(-1)
  void sendAll()
  if (mine === undefined) return Promise.resolve(null)
  setTimeout(() => noteSlow(mine.key), slowMs)
  return new Promise((resolve) => {
    const earlier = waiters.get(mine.key)
    waiters.set(mine.key, (settled) => {
      earlier?.(null)
      resolve(settled as Settled<K> | null)
    })
  })
}

function settle(key: string, settled: Settled<Kind> | null) {
  waiters.get(key)?.(settled)
  waiters.delete(key)
}

/**
 * Withdraws an unsent entry, or dismisses a refused one. If it reached the server after all, the refreshed data shows
 * it.
 */
export function withdraw({ key, kind, tried }: Entry) {
  change(queue.filter((each) => each.key !== key))
  settle(key, null)
  if (tried) offlineMutations?.[kind].refresh()
}

/** Sends everything in the queue. Resolves when the server has responded to all of it, or can't be reached. */
export function sendAll() {
  again = true
  sending ??= sendInTurn().finally(() => {
    sending = null
  })
  return sending
}

async function sendInTurn() {
  try {
    while (again) {
      again = false
      await oneTabAtATime('quiver-outbox', longestTurnMs, async () => {
        loadStored()
        for (const entry of queue) if (isTooLate(entry, Date.now())) giveUp(entry)
        await sendEach()
      })
    }
  } finally {
    clearTimeout(timer)
    if (nextOf(queue) !== null) timer = setTimeout(() => void sendAll(), retryEveryMs)
  }
}

async function sendEach() {
  const later: Entry[] = []
  for (let next = nextOf(queue); next !== null; next = nextOf(queue, later)) {
    const outcome = await sendOne(next)
    if (outcome === 'unreachable') return waitWith(next)
    if (outcome === 'later') later.push(next)
  }
}

/** The entries behind one that can't be sent are waiting, too, and show that. */
function waitWith({ key }: Entry) {
  const first = queue.find((entry) => entry.key === key)
  if (!first?.problem) return
  change(queue.map((entry) => (entry.state === 'new' ? afterTrouble(entry, first.problem as Problem) : entry)))
}

/**
 * After a few seconds without a response an entry shows as waiting, so that no one thinks they are checked in while the
 * request is slow or another tab is sending.
 */
function noteSlow(key: string) {
  const slow = queue.find((entry) => entry.key === key)
  if (slow?.state === 'new' || slow?.state === 'sending') replace(slow, afterTrouble(slow, noResponseYet))
}

function giveUp(entry: Entry) {
  replace(entry, { ...entry, state: 'failed', problem: { kind: 'offline', message: memberMessages.waitedTooLong } })
  settle(entry.key, null)
  // It may have reached the server after all.
  if (entry.tried) offlineMutations?.[entry.kind].refresh()
}

async function sendOne(entry: Entry): Promise<'settled' | 'later' | 'unreachable'> {
  if (offlineMutations === null) return 'unreachable'
  const { send: sendIt, done, inWords } = offlineMutations[entry.kind]
  const mine = owner
  const tried: Entry = { ...entry, tried: true, state: entry.waited ? 'waiting' : 'sending' }
  underWay = entry.key
  replace(entry, tried)
  const slow = setTimeout(() => {
    noteSlow(entry.key)
    waitWith(tried)
  }, slowMs)
  let output: Outputs[Kind]
  try {
    output = await sendIt(entry)
  } catch (error) {
    if (mine !== owner) return 'unreachable'
    return noteProblem(tried, toProblem(error))
  } finally {
    clearTimeout(slow)
    underWay = null
  }
  if (mine !== owner) return 'unreachable'
  const { waited } = queue.find(({ key }) => key === entry.key) ?? entry
  replace(tried, null)
  try {
    done(entry, output)
  } finally {
    settle(entry.key, { output, waited })
  }
  if (waited) toast({ text: inWords(entry, output) })
  return 'settled'
}

function noteProblem(entry: Entry, problem: Problem) {
  const current = queue.find(({ key }) => key === entry.key) ?? entry
  const after = afterTrouble(current, problem)
  replace(entry, after)
  reportProblem(problem)
  if (after.state === 'waiting') return problem.kind === 'offline' ? 'unreachable' : 'later'
  offlineMutations?.[entry.kind].refresh()
  settle(entry.key, null)
  if (current.waited) toast({ text: inLine`${entry.title}: ${problem.message}`, role: 'alert', stays: true })
  return 'settled'
}

const nothing: Entry[] = []

/** The entries that are waiting, being sent, or refused and not yet dismissed, in order. */
export function useOfflineQueue() {
  return useSyncExternalStore(
    subscribe,
    () => queue,
    () => nothing,
  )
}

function subscribe(listener: () => void) {
  loadStored()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How many of a lasting kind aren't sent, and would be lost by leaving now. */
export function countUnsent(kind: Kind) {
  loadStored()
  return queue.filter((entry) => entry.kind === kind && entry.state !== 'failed').length
}

/** Sends what an earlier visit has left, and from now on whenever the device may be online again. */
export function watchOfflineQueue(mutations: OfflineMutations) {
  offlineMutations = mutations
  const now = () => void sendAll()
  const look = () => document.visibilityState === 'visible' && now()
  const follow = ({ key }: StorageEvent) => {
    if (!key?.includes(`:${namePrefix}`)) return
    loadStored()
    notifyListeners()
  }
  loadStored()
  notifyListeners()
  now()
  window.addEventListener('online', now)
  document.addEventListener('visibilitychange', look)
  window.addEventListener('storage', follow)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('online', now)
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('storage', follow)
  }
}

/** Whether the entry survives closing the page. */
export function isOnDevice({ key }: Entry) {
  return onDevice.has(key)
}

// Until the next member is known, nothing is shown or sent.
onSignOut(() => {
  owner = null
  queue = []
  onDevice.clear()
  for (const key of waiters.keys()) settle(key, null)
  notifyListeners()
})
