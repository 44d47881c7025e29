/**
 * What a person does without a connection goes out when there is one: in order, each once (D47). One queue for all of it; one tab
 * sends at a time. Answers lie on the device before they show, and stay there until the server has answered each.
 */
import { useSyncExternalStore } from 'react'
import { memberMessages } from '#domain/text/member-messages.ts'
import { messages } from '#domain/text/messages.ts'
import { oneTabAtATime } from '#web/lib/one-tab-at-a-time.ts'
import { personalNames, readPersonal, writePersonal } from '#web/lib/personal-storage.ts'
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

const beginning = 'unsent:'
const againMs = 5000
/** After so long without an answer it counts as waiting, while the attempt goes on. */
const slowMs = 4000
/** Longer than an attempt of another tab. */
const longestTurnMs = 25_000
const noAnswerYet: Problem = { kind: 'offline', message: messages.offline }

/** How each kind is sent, given once by the shell; until then everything waits. */
let offlineMutations: OfflineMutations | null = null

/** Whose acts these are; nobody else's are shown or sent (D14). */
let owner: string | null = null
let queue: Entry[] = []
const onDevice = new Set<string>()
const listeners = new Set<() => void>()
const waiters = new Map<string, (settled: Settled<Kind> | null) => void>()
let timer: ReturnType<typeof setTimeout> | undefined
let sending: Promise<void> | null = null
/** The key of what this tab is asking the server just now. */
let underWay: string | null = null
let again = false

/** What the server answered, and whether that was only after a while. */
type Settled<K extends Kind> = { output: Outputs[K]; waited: boolean }

function change(next: Entry[]) {
  const before = queue
  queue = next
  for (const entry of next) if (isLasting(entry) && !before.includes(entry)) keep(entry)
  for (const entry of before) if (isLasting(entry) && !next.some(({ key }) => key === entry.key)) forget(entry)
  tell()
}

function tell() {
  for (const listener of listeners) listener()
}

/** Where the device keeps nothing, the queue lasts as long as the page. */
function keep(entry: Entry) {
  if (owner !== null && writePersonal(owner, beginning + entry.key, entry)) onDevice.add(entry.key)
}

function forget({ key }: Entry) {
  if (owner !== null) writePersonal(owner, beginning + key, null)
  onDevice.delete(key)
}

function replace(entry: Entry, by: Entry | null) {
  change(queue.flatMap((each) => (each.key !== entry.key ? [each] : by === null ? [] : [by])))
}

/** What lies on the device of whoever is signed in, as an earlier page or another tab has left it. */
function takeUp() {
  const now = readSession()?.person?.userId ?? null
  const sameOwner = now === owner
  owner = now
  if (now === null) {
    queue = []
    return
  }
  const stored = personalNames(now, beginning).flatMap((name) => readPersonal<Entry>(now, name) ?? [])
  const next = withStored(sameOwner ? queue : [], stored, { onDevice, underWay })
  for (const { key } of stored) onDevice.add(key)
  if (JSON.stringify(next) !== JSON.stringify(queue)) queue = next
}

/**
 * Does something as soon as it can be done.
 * @param title what it is about
 * @returns what comes of it, whenever that is; null where it is refused, or nothing is to be sent (any more)
 */
export function send<K extends Kind>(
  kind: K,
  input: Inputs[K],
  { title, saved }: { title: string; saved?: Inputs['answer']['answer'] },
): Promise<Settled<K> | null> {
  takeUp()
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

/** Takes back what has not gone out, or a refusal that has been read. What has arrived all the same shows with the next answer. */
export function withdraw({ key, kind, tried }: Entry) {
  change(queue.filter((each) => each.key !== key))
  settle(key, null)
  if (tried) offlineMutations?.[kind].refresh()
}

/** Sends what waits. Resolves when the server has heard all, or can't be reached. */
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
        takeUp()
        for (const entry of queue) if (isTooLate(entry, Date.now())) giveUp(entry)
        await sendEach()
      })
    }
  } finally {
    clearTimeout(timer)
    if (nextOf(queue) !== null) timer = setTimeout(() => void sendAll(), againMs)
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

/** What stands behind one that can't be sent waits, too, and says so. */
function waitWith({ key }: Entry) {
  const first = queue.find((entry) => entry.key === key)
  if (!first?.problem) return
  change(queue.map((entry) => (entry.state === 'new' ? afterTrouble(entry, first.problem as Problem) : entry)))
}

/** Nobody believes to be checked in because a line is slow, or another tab is still busy with it. */
function noteSlow(key: string) {
  const slow = queue.find((entry) => entry.key === key)
  if (slow?.state === 'new' || slow?.state === 'sending') replace(slow, afterTrouble(slow, noAnswerYet))
}

function giveUp(entry: Entry) {
  replace(entry, { ...entry, state: 'failed', problem: { kind: 'offline', message: memberMessages.waitedTooLong } })
  settle(entry.key, null)
  // It may have arrived all the same.
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
  if (current.waited) toast({ text: `${entry.title}: ${problem.message}`, role: 'alert', stays: true })
  return 'settled'
}

const nothing: Entry[] = []

/** What waits, is on its way, or was refused and not yet read; in the order of doing. */
export function useOfflineQueue() {
  return useSyncExternalStore(
    subscribe,
    () => queue,
    () => nothing,
  )
}

function subscribe(listener: () => void) {
  takeUp()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How many answers would be lost by leaving now. */
export function countUnsentAnswers() {
  takeUp()
  return queue.filter((entry) => isLasting(entry) && entry.state !== 'failed').length
}

/** Sends what an earlier visit has left, and from now on whenever there may be a connection again. */
export function watchOfflineQueue(mutations: OfflineMutations) {
  offlineMutations = mutations
  const now = () => void sendAll()
  const look = () => document.visibilityState === 'visible' && now()
  const follow = ({ key }: StorageEvent) => {
    if (!key?.includes(`:${beginning}`)) return
    takeUp()
    tell()
  }
  takeUp()
  tell()
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

/** Whether it is still there when the page has been closed. */
export function isOnDevice({ key }: Entry) {
  return onDevice.has(key)
}

// Whoever comes next is not known yet: nothing is shown or sent until then.
onSignOut(() => {
  owner = null
  queue = []
  onDevice.clear()
  for (const key of waiters.keys()) settle(key, null)
  tell()
})
