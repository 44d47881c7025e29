import type { Home } from '#contract/home.ts'
import type { PracticeCard } from '#contract/practices.ts'
import type { HomeChange } from '#domain/live-topics.ts'

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
  const recount = (practice: PracticeCard) => ({ ...practice, ...rsvps[practice.id] })
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
