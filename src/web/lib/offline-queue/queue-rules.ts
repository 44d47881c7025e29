import type { Reply } from '#domain/rsvp.ts'
import type { api } from '#web/lib/api.ts'
import { isRetryable, type Problem } from '#web/lib/request.ts'

/**
 * What a person has done and the server has yet to hear, as a list in the order of doing (D47). Pure: what is in it, what goes next,
 * and what becomes of each as answers come or fail to come.
 *
 * An answer to a practice waits for as long as it takes, and outlives the page. Check In and Use Pass wait for ten minutes while the
 * page is open: they are judged by the moment at which they arrive.
 */

export type Inputs = {
  answer: { practiceId: string; answer: Reply | null }
  checkIn: { practiceId: string }
  usePass: Record<string, never>
}
export type Kind = keyof Inputs

type EntryFacts = {
  /** The idempotency key: the same with each attempt. */
  key: string
  /** When it was done, in milliseconds by this device's clock. */
  at: number
  /** What it is about, in words, should it be refused when nobody looks at it any more. */
  title: string
  /** `failed`: it is sent no more, for the reason that `problem` gives. */
  state: 'new' | 'sending' | 'waiting' | 'failed'
  /** An attempt was made: nobody knows whether it arrived. */
  tried: boolean
  /** It could not be sent at once, so the person has gone on without its answer. */
  waited: boolean
  problem: Problem | null
}
export type Entry<K extends Kind = Kind> = { [Each in K]: EntryFacts & { kind: Each; input: Inputs[Each] } }[K]

export const longestWaitMs = 10 * 60_000

export function isLasting({ kind }: Entry) {
  return kind === 'answer'
}

export function newEntry<K extends Kind>(kind: K, input: Inputs[K], facts: Pick<EntryFacts, 'key' | 'at' | 'title'>) {
  return { kind, input, ...facts, state: 'new', tried: false, waited: false, problem: null } as Entry<K>
}

/**
 * With one more act. What was to be said of the same thing and has not been tried is not said any more; a second tap on Check In
 * or Use Pass is the first one again, under its key where nobody knows whether it arrived; to check in to another practice is not.
 * @param saved for an answer: what the server has, so that going back to it sends nothing
 */
export function withEntry(queue: Entry[], entry: Entry, saved?: Reply | null): Entry[] {
  const ofSubject = queue.filter((each) => subjectOf(each) === subjectOf(entry))
  const last = ofSubject.at(-1)
  if (entry.kind !== 'answer') {
    if (last === undefined) return [...queue, entry]
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

/** One practice at most is live, so that there is one Check In. */
function subjectOf({ kind, input }: Entry) {
  return kind === 'answer' ? `${kind} ${input.practiceId}` : kind
}

function without(queue: Entry[], some: Entry[]) {
  return queue.filter((each) => !some.includes(each))
}

/**
 * The first that is to be sent.
 * @param later what has just been put off; whatever else is said of the same thing waits for it
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

/** Without a connection, both wait; an answer also for a server that is in trouble, and for its person to sign in again. */
function mayGoLater(entry: Entry, { kind }: Problem) {
  if (kind === 'offline') return true
  return isLasting(entry) && ['trouble', 'signed-out', 'finish-setup', 'too-many-tries'].includes(kind)
}

export function isTooLate(entry: Entry, now: number) {
  return !isLasting(entry) && entry.state !== 'failed' && now - entry.at >= longestWaitMs
}

type ThisTab = { /** Keys of what it has found or put on the device. */ onDevice: Set<string>; underWay: string | null }

/**
 * A tab's queue with what lies on the device, as another tab, or an earlier page, has left it: what that one knows of an entry holds,
 * but for the one that this tab is asking about. What another was asking when it was last heard of may have arrived.
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

/** How an act stands that is done once and waits for a while at most. */
export function entryStatus(entry: Entry | undefined) {
  const { state, problem, at } = entry ?? { state: null, problem: null, at: 0 }
  return {
    pending: state === 'new' || state === 'sending',
    /** Until when it waits for a connection, in milliseconds by this device's clock. */
    waitingUntil: state === 'waiting' ? at + longestWaitMs : null,
    problem: state === 'failed' ? (problem as Problem) : null,
  }
}

type Operations = {
  answer: typeof api.practices.answer
  checkIn: typeof api.practices.checkIn
  usePass: typeof api.passes.use
}
export type Outputs = { [K in Kind]: Awaited<ReturnType<Operations[K]>> }

/** How one kind of entry is sent, and what follows. */
export type OfflineMutation<K extends Kind> = {
  send(entry: Entry<K>): PromiseLike<Outputs[K]>
  /** The server has it: what is shown follows, on whichever page. */
  done(entry: Entry<K>, output: Outputs[K]): void
  /** What to tell someone who has moved on since. */
  inWords(entry: Entry<K>, output: Outputs[K]): string
  /** What is shown may be wrong. */
  refresh(): void
}
export type OfflineMutations = { [K in Kind]: OfflineMutation<Kind> }
