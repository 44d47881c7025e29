import type { Home } from '#contract/home.ts'
import type { MyPass } from '#contract/passes.ts'
import type { PracticeCard } from '#contract/practices.ts'
import type { HomeChange } from '#domain/live-topics.ts'

/** The home page as it is now, from the last response: at a later time, and after changes of the stream. */

/**
 * Projects a response to a later time, while the next response is on its way or the device is offline: a practice past
 * its end is no longer live or upcoming, and yesterday's Day Pass has expired.
 * @param now the server's time in milliseconds
 */
export function homeAtTime(home: Home, now: number): Home {
  const ahead = (practice: PracticeCard) => now < Date.parse(practice.endsAt)
  const { pass, live } = home
  return {
    ...home,
    pass: passAtTime(pass, now),
    live: live !== null && ahead(live.practice) ? live : null,
    next: home.next.filter(ahead),
    upcoming: home.upcoming.filter(ahead),
    endedEarly: home.endedEarly.filter(ahead),
    cancelled: home.cancelled.filter(ahead),
  }
}

/** Whether an officer may start it now, judging by the clock alone. */
export function isStartable(practice: PracticeCard, now: number) {
  return now >= Date.parse(practice.startableFrom) && now < Date.parse(practice.endsAt)
}

/** The next instant at which the response would change by the clock alone; null if there is none. */
export function nextBoundary(home: Home, now: number) {
  const { live, next, upcoming, endedEarly, cancelled, pass } = home
  const ahead = [...next, ...upcoming]
  const over = [...ahead, ...endedEarly, ...cancelled, ...(live ? [live.practice] : [])]
  const instants = [
    ...ahead.flatMap((practice) => [practice.startableFrom, practice.startsAt]),
    ...over.map((practice) => practice.endsAt),
    ...(pass.validUntil === null ? [] : [pass.validUntil]),
  ]
  const later = instants.map((instant) => Date.parse(instant)).filter((at) => at > now)
  return later.length === 0 ? null : Math.min(...later)
}

/**
 * Projects a response to a later time: yesterday's Day Pass has expired.
 * @param now the server's time in milliseconds
 */
export function passAtTime(pass: MyPass, now: number): MyPass {
  const over = pass.validUntil !== null && now >= Date.parse(pass.validUntil)
  return over ? { ...pass, current: 'none', usedAt: null, validUntil: null } : pass
}

/**
 * Applies a change of the stream to the home page. Applied twice, or to a page that shows part of it already, it makes no difference.
 * @returns null if the page has to be asked for: it shows another practice, or has missed something
 */
export function changeHome(home: Home, { revision, live, rsvps }: HomeChange): Home | null {
  if (!live && !rsvps) return home
  // Read later than the change, in another process of the server, but perhaps without what this one has told.
  if (revision < home.revision) return null
  // Officers also see how many club bows are needed, which the change doesn't say.
  if (rsvps && home.needs !== null) return null
  const changed = { ...home, revision }
  if (live) {
    const panel = home.live && changeLive(home.live, live)
    if (!panel) return null
    changed.live = panel
  }
  if (!rsvps) return changed
  const recount = <P extends PracticeCard>(practice: P): P => ({ ...practice, ...rsvps[practice.id] })
  return {
    ...changed,
    live: changed.live && { ...changed.live, practice: recount(changed.live.practice) },
    next: home.next.map(recount),
    upcoming: home.upcoming.map(recount),
    cancelled: home.cancelled.map(recount),
  }
}

type Panel = NonNullable<Home['live']>

function changeLive(panel: Panel, change: NonNullable<HomeChange['live']>): Panel | null {
  const { practiceId, count, added = [], removed = [] } = change
  if (panel.practice.id !== practiceId) return null
  const known = new Set(panel.attendees.map(({ memberId }) => memberId))
  const attendees = [
    ...panel.attendees.filter(({ memberId }) => !removed.includes(memberId)),
    ...added.filter(({ memberId }) => !known.has(memberId)),
  ]
  return attendees.length === count ? { ...panel, attendees } : null
}
