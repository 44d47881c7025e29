import type { PassName } from './passes.ts'

/** A practice and what may happen to it: scheduled, live, ended (specification §4, D23–D28). Instants compare as text. */
export type Practice = {
  id: string
  startsAt: string
  endsAt: string
  /** Set while the calendar says cancelled, or no longer has the event (D23). */
  cancelledAt: string | null
  startedAt: string | null
  /** Set when the practice has ended, by an officer or by itself; null again when an early end is taken back. */
  endedAt: string | null
  endedEarly: boolean
}

export type PracticeRefusal =
  | 'too-early'
  | 'practice-over'
  | 'practice-cancelled'
  | 'ended-early'
  | 'another-live'
  | 'not-live'
  | 'not-ended-early'
type Refused = { outcome: 'refused'; reason: PracticeRefusal }
type StartDecision = { outcome: 'started' } | { outcome: 'already-live' } | Refused
type EndDecision = { outcome: 'ended' } | Refused
type RemoveDecision = { outcome: 'removed' } | Refused
type TakeBackDecision = { outcome: 'live-again' } | Refused

/** The row says live: started and not ended. The end time may have passed a moment ago (`isLive` asks both). */
export function isStarted(practice: Pick<Practice, 'startedAt' | 'endedAt'>) {
  return practice.startedAt !== null && practice.endedAt === null
}

/** Live: started, not ended, and its end time not reached, whether or not the timed end has run yet (D27, T32). */
export function isLive(practice: Practice, now: string) {
  return isStarted(practice) && now < practice.endsAt
}

export function isOver(practice: Practice, now: string) {
  return now >= practice.endsAt || practice.endedAt !== null
}

/** The first moment at which an officer may start the practice (specification §9, D25). */
export function startableFrom(practice: { startsAt: string }, startWindowMinutes: number) {
  return new Date(Date.parse(practice.startsAt) - startWindowMinutes * 60_000).toISOString()
}

/** From exactly the start window before its start until the end, one live practice at a time, by the server's clock (D25). */
export function decideStart(facts: {
  practice: Practice
  otherLive: boolean
  now: string
  startWindowMinutes: number
}): StartDecision {
  const { practice, otherLive, now, startWindowMinutes } = facts
  if (isLive(practice, now)) return { outcome: 'already-live' }
  if (practice.endedAt !== null && practice.endedEarly && now < practice.endsAt) return refuse('ended-early')
  if (isOver(practice, now)) return refuse('practice-over')
  if (practice.cancelledAt !== null) return refuse('practice-cancelled')
  if (now < startableFrom(practice, startWindowMinutes)) return refuse('too-early')
  if (otherLive) return refuse('another-live')
  return { outcome: 'started' }
}

/** Only a live practice can be ended early; nobody's attendance is taken away (D27). */
export function decideEndEarly(facts: { practice: Practice; now: string }): EndDecision {
  return isLive(facts.practice, facts.now) ? { outcome: 'ended' } : refuse('not-live')
}

/** Attendees are removed from the live practice alone; who was there when it ended stays counted (specification §6, D30). */
export function decideRemoveAttendee(facts: { practice: Practice; now: string }): RemoveDecision {
  return isLive(facts.practice, facts.now) ? { outcome: 'removed' } : refuse('not-live')
}

/** A mis-tap must not cost an evening: until the end time an early end can be taken back (D25). */
export function decideTakeBack(facts: { practice: Practice; otherLive: boolean; now: string }): TakeBackDecision {
  const { practice, otherLive, now } = facts
  if (practice.endedAt === null || !practice.endedEarly) return refuse('not-ended-early')
  if (now >= practice.endsAt) return refuse('practice-over')
  if (otherLive) return refuse('another-live')
  return { outcome: 'live-again' }
}

/** In an upcoming list: not over, not live, not cancelled (D28). */
export function isUpcoming(practice: Practice, now: string) {
  return !isOver(practice, now) && !isStarted(practice) && practice.cancelledAt === null
}

/**
 * The Next Practice panels (specification §9, D28): of what starts within the look-ahead, at most three, all on the first
 * one's local day. A practice that has begun but was not started stays until its end.
 * @param practices upcoming ones, in order of their start
 */
export function selectNextPractices<P extends Practice & { startsOn: string }>(
  practices: P[],
  facts: { now: string; lookAheadDays: number; atMost: number },
): P[] {
  const horizon = new Date(Date.parse(facts.now) + facts.lookAheadDays * 86_400_000).toISOString()
  const ahead = practices.filter((practice) => isUpcoming(practice, facts.now) && practice.startsAt <= horizon)
  return ahead.filter((practice) => practice.startsOn === ahead[0]?.startsOn).slice(0, facts.atMost)
}

function refuse(reason: PracticeRefusal): Refused {
  return { outcome: 'refused', reason }
}

export type CheckInRefusal = 'no-active-practice' | 'already-checked-in' | 'no-valid-pass'
type CheckInDecision = { outcome: 'checked-in' } | { outcome: 'refused'; reason: CheckInRefusal }

type CheckInFacts = {
  /** Whether the practice that the member means is live at this moment, by the server's clock. */
  live: boolean
  already: boolean
  pass: PassName
}

/** A member checks in to the live practice once, while holding a pass; it spends nothing (specification §4, D30). */
export function decideCheckIn({ live, already, pass }: CheckInFacts): CheckInDecision {
  if (!live) return { outcome: 'refused', reason: 'no-active-practice' }
  if (already) return { outcome: 'refused', reason: 'already-checked-in' }
  if (pass === 'none') return { outcome: 'refused', reason: 'no-valid-pass' }
  return { outcome: 'checked-in' }
}
