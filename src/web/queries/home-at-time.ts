import type { Home } from '#contract/home.ts'
import type { MyPass } from '#contract/passes.ts'
import type { PracticeCard } from '#contract/practices.ts'

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
