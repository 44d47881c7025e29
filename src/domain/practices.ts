/** A practice and its states: scheduled, live, ended. Instants are ISO 8601 strings and compare as text. */
export type Practice = {
  id: string
  startsAt: string
  endsAt: string
  /** Set while the calendar says canceled or no longer has the event. */
  cancelledAt: string | null
  startedAt: string | null
  /** When the practice ended, by an officer or automatically; null again if an early end is undone. */
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

/** Started and not ended, according to the row. Its end time may have just passed, which `isLive` also checks. */
export function isStarted(practice: Pick<Practice, 'startedAt' | 'endedAt'>) {
  return practice.startedAt !== null && practice.endedAt === null
}

/** Started, not ended, and before its end time, whether or not the automatic end has run yet (T32). */
export function isLive(practice: Practice, now: string) {
  return isStarted(practice) && now < practice.endsAt
}

export function isOver(practice: Practice, now: string) {
  return now >= practice.endsAt || practice.endedAt !== null
}

/** The earliest moment at which an officer may start the practice. */
export function startableFrom(practice: { startsAt: string }, startWindowMinutes: number) {
  return new Date(Date.parse(practice.startsAt) - startWindowMinutes * 60_000).toISOString()
}

/**
 * Allowed from exactly the start window before its start until its end, one live practice at a time, by the server's
 * clock.
 */
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

/** Only a live practice can be ended early; attendance is unaffected. */
export function decideEndEarly(facts: { practice: Practice; now: string }): EndDecision {
  return isLive(facts.practice, facts.now) ? { outcome: 'ended' } : refuse('not-live')
}

/** Only from the live practice; anyone on the list when it ends stays counted. */
export function decideRemoveAttendee(facts: { practice: Practice; now: string }): RemoveDecision {
  return isLive(facts.practice, facts.now) ? { outcome: 'removed' } : refuse('not-live')
}

/** A mis-tap must not cost a whole practice: an early end can be undone until the end time. */
export function decideTakeBack(facts: { practice: Practice; otherLive: boolean; now: string }): TakeBackDecision {
  const { practice, otherLive, now } = facts
  if (practice.endedAt === null || !practice.endedEarly) return refuse('not-ended-early')
  if (now >= practice.endsAt) return refuse('practice-over')
  if (otherLive) return refuse('another-live')
  return { outcome: 'live-again' }
}

/** Shown in upcoming lists: not over, not live, not canceled. */
export function isUpcoming(practice: Practice, now: string) {
  return !isOver(practice, now) && !isStarted(practice) && practice.cancelledAt === null
}

/**
 * The Next Practice panels: of the practices within the look-ahead, at most three, all on the local day of the first
 * one. A practice whose start has passed but that no one started stays until its end.
 * @param practices upcoming ones, sorted by start
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
