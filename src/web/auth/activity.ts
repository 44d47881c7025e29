/**
 * Only real input (touch, key, pointer) extends a session, never background requests. Reported at most once a minute,
 * across all tabs.
 */
import { api } from '#web/lib/api.ts'
import { readSession } from '#web/lib/session-store.ts'
import { broadcast, onBroadcast } from '#web/lib/tab-sync.ts'
import { saveLimits } from '#web/lib/use-session.ts'

const atMostEveryMs = 60_000
const inputEvents = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel'] as const
let lastReportAt = 0
/** While the dialog asks whether to stay logged in, only its buttons count as activity. */
let paused = false

export function pauseActivityReports(pause: boolean) {
  paused = pause
}

export function watchActivity() {
  for (const type of inputEvents)
    window.addEventListener(type, (event) => event.isTrusted && noteActivity(), { passive: true, capture: true })
  onBroadcast((message) => {
    if (message.kind === 'limits') lastReportAt = Math.max(lastReportAt, message.touchedAt)
  })
}

function noteActivity() {
  const now = Date.now()
  // If the clock was set back, reports must not stop until it catches up.
  const since = now - lastReportAt
  if (paused || (since >= 0 && since < atMostEveryMs)) return
  const limits = readSession()?.person?.limits
  // No one is signed in, or this phone stays logged in and has no idle limit.
  if (!limits || limits.idleExpiresAt === null) return
  lastReportAt = now
  void reportAct().catch(() => {})
}

/** Reports activity to the server, and broadcasts the new limits to every tab. */
export async function reportAct() {
  const person = readSession()?.person
  if (!person) return
  const touchedAt = Date.now()
  const limits = await api.session.touch({})
  lastReportAt = touchedAt
  saveLimits(limits)
  broadcast({ kind: 'limits', userId: person.userId, limits, touchedAt })
}
