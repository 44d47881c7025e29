/** Only a person's own acts keep a session: touch, key, pointer. Reported at most once a minute, over all tabs (D14). */
import { api } from '#web/lib/api.ts'
import { readSession } from '#web/lib/session-store.ts'
import { broadcast, onBroadcast } from '#web/lib/tab-sync.ts'
import { saveLimits } from '#web/lib/use-session.ts'

const atMostEveryMs = 60_000
const acts = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel'] as const
let lastReportAt = 0
/** While the person is asked whether to stay, only their answer counts. */
let paused = false

export function pauseActivityReports(pause: boolean) {
  paused = pause
}

export function watchActivity() {
  for (const act of acts)
    window.addEventListener(act, (event) => event.isTrusted && noteAct(), { passive: true, capture: true })
  onBroadcast((word) => {
    if (word.kind === 'limits') lastReportAt = Math.max(lastReportAt, word.touchedAt)
  })
}

function noteAct() {
  const now = Date.now()
  // A clock set back must not silence the reports.
  const since = now - lastReportAt
  if (paused || (since >= 0 && since < atMostEveryMs)) return
  const limits = readSession()?.person?.limits
  // Nobody is signed in, or this phone is kept signed in and has no idle limit.
  if (!limits || limits.idleExpiresAt === null) return
  lastReportAt = now
  void reportAct().catch(() => {})
}

/** Tells the server that the person is here, and every tab what the limits are now. */
export async function reportAct() {
  const person = readSession()?.person
  if (!person) return
  const touchedAt = Date.now()
  const limits = await api.session.touch({})
  lastReportAt = touchedAt
  saveLimits(limits)
  broadcast({ kind: 'limits', userId: person.userId, limits, touchedAt })
}
