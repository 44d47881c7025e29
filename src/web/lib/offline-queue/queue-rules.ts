import type { Reply } from '#domain/rsvp.ts'
import type { api } from '#web/lib/api.ts'
import { isRetryable, type Problem } from '#web/lib/request.ts'

/**
 * The rules of the offline queue, as pure functions on a list of entries in order: what to add, what to send next, and
 * what becomes of each entry when a request succeeds or fails.
 *
 * An RSVP and an officer's scan wait as long as it takes, and survive closing the page. Check In and Use Pass wait at most ten minutes
 * while the page is open, because the server judges them by the time at which they arrive.
 */

export type Inputs = {
  answer: { practiceId: string; answer: Reply | null }
  /** With `usePass`, a day pass is used for it if no pass is active. The code is the one that was shown when it was made. */
  checkIn: { practiceId: string; usePass?: true; code?: string; codeStep?: number }
  usePass: Record<string, never>
  /** Names the member by their id alone: the code may be replaced before it's sent, and has let them in all the same. */
  scan: { practiceId: string; memberId: string; scannedAt: string }
}

export type Kind = keyof Inputs

type EntryState = {
  /** The idempotency key, the same for each attempt. */
  key: string
  /** When it was made, in milliseconds by the device's clock. */
  at: number
  /** Its subject in words, for the message if it is refused after the person has moved on. */
  title: string
  /** `failed`: it will not be sent again, because of `problem`. */
  state: 'new' | 'sending' | 'waiting' | 'failed'
  /** An attempt was made, so it may have reached the server. */
  tried: boolean
  /** It could not be sent right away, so the person has moved on without its result. */
  waited: boolean
  problem: Problem | null
}
export type Entry<K extends Kind = Kind> = { [Each in K]: EntryState & { kind: Each; input: Inputs[Each] } }[K]

export const longestWaitMs = 10 * 60_000

export function isLasting({ kind }: Entry) {
  return kind === 'answer' || kind === 'scan'
}

export function newEntry<K extends Kind>(kind: K, input: Inputs[K], given: Pick<EntryState, 'key' | 'at' | 'title'>) {
  return { kind, input, ...given, state: 'new', tried: false, waited: false, problem: null } as Entry<K>
}

/**
 * Adds an entry. It replaces entries about the same subject that have not been tried. A second tap on Check In or Use
 * Pass is the same operation, with the same key if the first may have arrived; checking in to another practice is a new
 * one.
 * @param saved for an RSVP: the server's current value, so that changing back to it sends nothing
 */
export function withEntry(queue: Entry[], entry: Entry, saved?: Reply | null): Entry[] {
  const ofSubject = queue.filter((each) => subjectOf(each) === subjectOf(entry))
  const last = ofSubject.at(-1)
  if (entry.kind !== 'answer') {
    if (last === undefined) return [...queue, entry]
    if (entry.kind === 'scan') return last.state === 'failed' ? [...without(queue, ofSubject), entry] : queue
    const same = JSON.stringify(last.input) === JSON.stringify(entry.input)
    if (same && last.state !== 'failed') return queue
    const again = same && last.problem !== null && isRetryable(last.problem)
    return [...without(queue, ofSubject), again ? { ...entry, key: last.key, tried: last.tried } : entry]
  }
  const pending = ofSubject.filter((each) => each.tried && each.state !== 'failed')
  const rest = without(
    queue,
    ofSubject.filter((each) => !pending.includes(each)),
  )
  const before = pending.at(-1)
  const known = before?.kind === 'answer' ? before.input.answer : saved
  return entry.input.answer === known ? rest : [...rest, entry]
}

/** Only one practice can be live, so all check-ins have the same subject. */
function subjectOf({ kind, input }: Entry) {
  if (kind === 'scan') return `${kind} ${input.practiceId} ${input.memberId}`
  return kind === 'answer' ? `${kind} ${input.practiceId}` : kind
}

/** The scan of a member at a practice that is still to be sent. */
export function waitingScan(queue: Entry[], practiceId: string, memberId: string | undefined) {
  return queue.find(
    ({ kind, input, state }) =>
      kind === 'scan' && state !== 'failed' && input.practiceId === practiceId && input.memberId === memberId,
  )
}

function without(queue: Entry[], some: Entry[]) {
  return queue.filter((each) => !some.includes(each))
}

/**
 * The next entry to send.
 * @param later entries that were just postponed; others about the same subject wait for them
 */
export function nextOf(queue: Entry[], later: Entry[] = []) {
  const put = new Set(later.map(subjectOf))
  return queue.find((entry) => entry.state !== 'failed' && !put.has(subjectOf(entry))) ?? null
}

export function afterTrouble(entry: Entry, problem: Problem): Entry {
  return mayGoLater(entry, problem)
    ? { ...entry, state: 'waiting', waited: true, problem }
    : { ...entry, state: 'failed', problem }
}

/** Offline, everything waits. What lasts also waits for a server in trouble, and for its member to log in again. */
function mayGoLater(entry: Entry, { kind }: Problem) {
  if (kind === 'offline') return true
  return isLasting(entry) && ['trouble', 'signed-out', 'finish-setup', 'too-many-tries'].includes(kind)
}

export function isTooLate(entry: Entry, now: number) {
  return !isLasting(entry) && entry.state !== 'failed' && now - entry.at >= longestWaitMs
}

type ThisTab = { /** Keys of what it has found or put on the device. */ onDevice: Set<string>; underWay: string | null }

/**
 * Merges this tab's queue with the entries on the device, written by another tab or an earlier page. The stored state
 * wins, except for the entry that this tab is sending. An entry that another tab was sending may have arrived.
 */
export function withStored(here: Entry[], stored: Entry[], { onDevice, underWay }: ThisTab): Entry[] {
  const there = new Map(stored.map((entry) => [entry.key, entry]))
  const kept = here.flatMap((entry) => {
    const other = there.get(entry.key)
    if (entry.key === underWay) return [entry]
    if (other === undefined) return onDevice.has(entry.key) ? [] : [entry]
    return [asLeft(other)]
  })
  const missing = stored.filter(({ key }) => !here.some((each) => each.key === key)).map(asLeft)
  return [...kept, ...missing].sort((one, other) => one.at - other.at)
}

function asLeft(entry: Entry): Entry {
  return entry.state === 'sending' ? { ...entry, state: 'waiting', waited: true } : entry
}

/** The status of a one-time operation, which waits for a limited time. */
export function entryStatus(entry: Entry | undefined) {
  const { state, problem, at } = entry ?? { state: null, problem: null, at: 0 }
  return {
    pending: state === 'new' || state === 'sending',
    /** When it stops waiting for a connection, in milliseconds by the device's clock. */
    waitingUntil: state === 'waiting' ? at + longestWaitMs : null,
    problem: state === 'failed' ? (problem as Problem) : null,
  }
}

type Operations = {
  answer: typeof api.practices.answer
  checkIn: typeof api.practices.checkIn
  usePass: typeof api.passes.use
  scan: typeof api.scans.add
}
export type Outputs = { [K in Kind]: Awaited<ReturnType<Operations[K]>> }

/** How to send one kind of entry, and what to do afterwards. */
export type OfflineMutation<K extends Kind> = {
  send(entry: Entry<K>): PromiseLike<Outputs[K]>
  /** The server has accepted it: update what is shown, on any page. */
  done(entry: Entry<K>, output: Outputs[K]): void
  /** The message for someone who has moved on since. */
  inWords(entry: Entry<K>, output: Outputs[K]): string
  /** The shown data may be wrong: refetch it. */
  refresh(): void
}
export type OfflineMutations = { [K in Kind]: OfflineMutation<Kind> }
