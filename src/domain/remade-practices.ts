import { canFollow, type EventCopy, type StoredPractice } from './stored-practice.ts'

/** Practices with RSVPs that may be any of several new events, or one with another title: officers decide. */
export type UndecidedPractice = { practice: StoredPractice; candidates: EventCopy[] }

type Remade = { pairs: [StoredPractice, EventCopy][]; undecided: UndecidedPractice[] }

/**
 * Recognizes practices whose event the calendar replaced with a new one, as when a series is split or a feed has new ids
 * in each response: by all that people see of it; then by start, title and place; then by two of these. RSVPs only move
 * if exactly one event fits exactly one practice that has some, or if as many events as practices are the same to
 * everyone; otherwise, neither is changed until officers decide. What can't follow its event anymore (deleted, started,
 * over, or canceled) comes last and is only recognized by its start and title, so that it isn't made a second time.
 */
export function matchRemade(practices: StoredPractice[], copies: EventCopy[], now: string): Remade {
  const remade: Remade = { pairs: [], undecided: [] }
  const left = { practices: new Set(practices.filter((practice) => !isDecided(practice))), copies: new Set(copies) }
  for (const { key, alsoFixed, areSame, leavesDoubt } of recognitions) {
    const byKey = Map.groupBy(left.copies, key)
    for (const [shown, group] of Map.groupBy(left.practices, key)) {
      const events = shown === null ? [] : (byKey.get(shown) ?? [])
      if (events.length === 0) continue
      const following = group.filter((practice) => canFollow(practice, now))
      const answered = following.filter((practice) => practice.answered)
      const isClear = answered.length <= 1 && events.length === 1
      const isNoChoice = areSame && following.length === events.length
      if (answered.length > 0 && (leavesDoubt || !(isClear || isNoChoice))) {
        for (const practice of answered) remade.undecided.push({ practice, candidates: events })
        for (const practice of answered) left.practices.delete(practice)
        for (const copy of events) left.copies.delete(copy)
        continue
      }
      const inOrder = [...answered, ...following.filter((practice) => !practice.answered)]
      if (alsoFixed) inOrder.push(...fixedThatFit(group, following, events))
      for (const [index, copy] of events.entries()) {
        const practice = inOrder[index]
        if (!practice) break
        remade.pairs.push([practice, copy])
        left.practices.delete(practice)
        left.copies.delete(copy)
      }
    }
  }
  return remade
}

/** Canceled practices with RSVPs are on again only if there is one of them, and no other event or practice fits. */
function fixedThatFit(group: StoredPractice[], following: StoredPractice[], events: EventCopy[]) {
  const fixed = group.filter((practice) => !following.includes(practice))
  const comeBack = fixed.filter((it) => it.cancelledAt !== null && it.deletedAt === null && it.answered)
  const isSure = comeBack.length === 1 && events.length === 1 && following.length === 0
  return fixed.filter((practice) => isSure || !comeBack.includes(practice))
}

/** What officers canceled because no new event was the practice: it has no UID that another event could have. */
export const noEvent = { icalUid: '' }

function isDecided({ icalUid }: StoredPractice) {
  return icalUid === noEvent.icalUid
}

type Shown = Pick<EventCopy, 'startsAt' | 'endsAt' | 'startsOn' | 'title' | 'location' | 'description'>
type Recognition = {
  key: (it: Shown) => string | null
  /** Even what can't follow its event anymore. */
  alsoFixed?: boolean
  /** No one can tell them apart. */
  areSame?: boolean
  /** It may be something else at the same time and place. */
  leavesDoubt?: boolean
}
const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase()
const keyOf = (...parts: string[]) => JSON.stringify(parts.map(plain))

/** What people recognize a practice by, the surest first. */
const recognitions: Recognition[] = [
  { key: (it) => keyOf(it.startsAt, it.endsAt, it.title, it.location, it.description), alsoFixed: true, areSame: true },
  { key: (it) => keyOf(it.startsAt, it.title, it.location), alsoFixed: true },
  { key: (it) => keyOf(it.startsAt, it.title), alsoFixed: true },
  { key: (it) => keyOf(it.startsOn, it.title, it.location) },
  { key: (it) => (it.location ? keyOf(it.startsAt, it.location) : null), leavesDoubt: true },
]
