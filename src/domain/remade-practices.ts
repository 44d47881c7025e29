import { canFollow, type EventCopy, type StoredPractice } from './stored-practice.ts'

/** Practices with RSVPs that may be any of several new events, or one with another title: officers decide. */
export type UndecidedPractice = { practice: StoredPractice; candidates: EventCopy[] }

type Remade = { pairs: [StoredPractice, EventCopy][]; undecided: UndecidedPractice[] }

/**
 * Recognizes practices whose event the calendar replaced with a new one, as when a series is split or a feed has new ids in each
 * response: by start, title and place; then by two of them. RSVPs only move if exactly one event fits exactly one
 * practice that has some; otherwise, neither is changed until officers decide. What can't follow its event anymore
 * (deleted, started, over, or canceled) comes last and is only recognized by its start and title, so that it isn't made
 * a second time.
 */
export function matchRemade(practices: StoredPractice[], copies: EventCopy[], now: string): Remade {
  const remade: Remade = { pairs: [], undecided: [] }
  const left = { practices: new Set(practices.filter((practice) => !isDecided(practice))), copies: new Set(copies) }
  for (const { key, alsoFixed, leavesDoubt } of recognitions) {
    const byKey = Map.groupBy(left.copies, key)
    for (const [shown, group] of Map.groupBy(left.practices, key)) {
      const events = shown === null ? [] : (byKey.get(shown) ?? [])
      if (events.length === 0) continue
      const following = group.filter((practice) => canFollow(practice, now))
      const answered = following.filter((practice) => practice.answered)
      if (answered.length > 0 && (leavesDoubt || answered.length + events.length > 2)) {
        for (const practice of answered) remade.undecided.push({ practice, candidates: events })
        for (const practice of answered) left.practices.delete(practice)
        for (const copy of events) left.copies.delete(copy)
        continue
      }
      const fixed = group.filter((practice) => alsoFixed && !canFollow(practice, now) && comesBackAs(practice, events))
      const inOrder = [...answered, ...following.filter((practice) => !practice.answered), ...fixed]
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

/** A canceled practice is on again, with its RSVPs, only if no other event could be the one. */
function comesBackAs({ cancelledAt, deletedAt, answered }: StoredPractice, events: EventCopy[]) {
  return cancelledAt === null || deletedAt !== null || !answered || events.length === 1
}

/** What officers canceled because no new event was the practice: it has no UID that another event could have. */
export const noEvent = { icalUid: '' }

function isDecided({ icalUid }: StoredPractice) {
  return icalUid === noEvent.icalUid
}

type Shown = Pick<EventCopy, 'startsAt' | 'startsOn' | 'title' | 'location'>
const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase()

/**
 * What people recognize a practice by, the surest first. `alsoFixed`: even one that can't follow its event anymore.
 * `leavesDoubt`: it may be something else at the same time and place.
 */
const recognitions: { key: (it: Shown) => string | null; alsoFixed?: boolean; leavesDoubt?: boolean }[] = [
  { key: (it) => JSON.stringify([it.startsAt, plain(it.title), plain(it.location)]), alsoFixed: true },
  { key: (it) => JSON.stringify([it.startsAt, plain(it.title)]), alsoFixed: true },
  { key: (it) => JSON.stringify([it.startsOn, plain(it.title), plain(it.location)]) },
  { key: (it) => (it.location ? JSON.stringify([it.startsAt, plain(it.location)]) : null), leavesDoubt: true },
]
