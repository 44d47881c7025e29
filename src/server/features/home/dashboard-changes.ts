import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { HomeChange } from '#domain/live-topics.ts'
import type { AppContext, HomeChanges } from '#server/context.ts'
import { noAnswers } from '#server/queries/rsvps.ts'
import { type ClubFacts, getDashboardFactsNow } from './dashboard-data.ts'

/** More at once, as after an import, and asking for the page is cheaper. */
const mostAttendees = 20

/** If the database takes longer, screens are told only that something has changed. */
const describedWithinMs = 1000

export function createDashboardChanges(ctx: AppContext): HomeChanges {
  let known: ClubFacts | null = null

  async function read() {
    const done = new AbortController()
    const tooLong = pause(describedWithinMs, null, { signal: done.signal })
    tooLong.catch(() => {})
    try {
      return await Promise.race([getDashboardFactsNow(ctx), tooLong])
    } finally {
      done.abort()
    }
  }

  return {
    async begin() {
      known = await read()
    },
    async next() {
      const before = known
      known = null
      known = await read()
      return before && known && changeBetween(before, known)
    },
  }
}

/** What members have to be told to get from one state of the home page to the next; null if more has changed than that can say. */
function changeBetween(before: ClubFacts, after: ClubFacts): HomeChange | null {
  if (!isDeepStrictEqual(unchanging(before), unchanging(after))) return null
  const live = liveChange(before, after)
  const rsvps = rsvpChange(before, after)
  if (live === null || rsvps === null) return null
  return { revision: after.revision, ...live, ...rsvps }
}

/** What no change of the stream can tell. */
function unchanging({ next, tile, endedEarly, turnout, cancelled, live, ...club }: ClubFacts) {
  const { calendar, lacksOfficers, hasSamples } = club
  const startedBy = live?.startedBy
  return { next, tile, endedEarly, turnout, cancelled, live: live?.row, startedBy, calendar, lacksOfficers, hasSamples }
}

function liveChange({ live: before }: ClubFacts, { live: after }: ClubFacts): Pick<HomeChange, 'live'> | null {
  if (before === null || after === null) return {}
  const known = new Map(before.attendees.map((attendee) => [attendee.memberId, attendee]))
  const added = after.attendees.filter(({ memberId }) => !known.has(memberId))
  const staying = new Set(after.attendees.map(({ memberId }) => memberId))
  const removed = before.attendees.filter(({ memberId }) => !staying.has(memberId)).map(({ memberId }) => memberId)
  const isRenamed = after.attendees.some((attendee) => {
    const was = known.get(attendee.memberId)
    return was !== undefined && !isDeepStrictEqual(was, attendee)
  })
  if (isRenamed || added.length + removed.length > mostAttendees) return null
  if (added.length + removed.length === 0) return {}
  const people = { ...(added.length > 0 && { added }), ...(removed.length > 0 && { removed }) }
  return { live: { practiceId: after.row.id, count: after.attendees.length, ...people } }
}

/** A waitlist that has changed is told by its version alone: the members on it have moved. */
function rsvpChange(before: ClubFacts, after: ClubFacts): Pick<HomeChange, 'rsvps'> | null {
  const rsvps: NonNullable<HomeChange['rsvps']> = {}
  for (const id of after.ids) {
    const was = before.answers.get(id) ?? noAnswers
    const { waiting, archers, drivers, seats, cantCome } = after.answers.get(id) ?? noAnswers
    if (waiting !== was.waiting) return null
    const counts = { archers, drivers, seats, cantCome }
    const going = after.going.get(id) ?? []
    const isGoingSame = isDeepStrictEqual(going, before.going.get(id) ?? [])
    if (!isDeepStrictEqual({ ...counts, waiting }, was) || !isGoingSame)
      rsvps[id] = { ...counts, ...(!isGoingSame && { going }) }
  }
  return Object.keys(rsvps).length > 0 ? { rsvps } : {}
}
