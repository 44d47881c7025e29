import { useEffect, useRef, useState } from 'react'
import type { Person } from '#contract/session.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useLazy } from '#web/shell/use-lazy.ts'
import { pauseActivityReports } from './activity.ts'
import { type LimitsState, sessionLimitState } from './session-limits.ts'
import { confirmOver, recheckSession } from './use-session.ts'

const confirmEveryMs = 1000

/** Asks two minutes before a session ends, and leaves when it has. */
export function LimitsWatcher({ person }: { person: Person }) {
  const limits = useLimitsState(person)
  // The end that the person has declined to put off; they are not asked twice about it.
  const [declined, setDeclined] = useState(0)
  const endsAt = 'endsAt' in limits ? limits.endsAt : 0
  const asked = endsAt !== 0 && endsAt !== declined
  useEffect(() => {
    pauseActivityReports(asked)
    return () => pauseActivityReports(false)
  }, [asked])
  const later = () => setDeclined(endsAt)
  const dialogs = useLazy(() => import('./session-limit-dialogs.tsx'), { asked, onMissing: later, ahead: true })
  if (dialogs === null) return null
  return (
    <>
      <dialogs.StayDialog open={asked && limits.state === 'idle-soon'} endsAt={endsAt} />
      <dialogs.SignInAgainDialog
        open={asked && limits.state === 'fixed-soon'}
        endsAt={endsAt}
        person={person}
        onLater={later}
      />
    </>
  )
}

/** Judges by the wall clock: when it is time, when the page is looked at again, and when the clock has jumped. */
function useLimitsState({ limits }: Person): LimitsState {
  const askedAt = useRef(Number.NEGATIVE_INFINITY)
  const [judged, setJudged] = useState(() => sessionLimitState(limits, serverNow()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let wall = Date.now()
    let steady = performance.now()
    function look() {
      clearTimeout(timer)
      const jumped = Math.abs(Date.now() - wall - (performance.now() - steady)) > 5000
      wall = Date.now()
      steady = performance.now()
      // The machine slept or its clock was set: the difference to the server's clock is measured anew.
      if (jumped) void recheckSession().catch(() => {})
      const next = sessionLimitState(limits, serverNow())
      setJudged(next)
      if (next.state === 'over') {
        // The server may see it a moment later, and its answer begins this effect again: not more than once a second.
        if (performance.now() - askedAt.current >= confirmEveryMs) {
          askedAt.current = performance.now()
          void confirmOver()
        }
        timer = setTimeout(look, confirmEveryMs)
      } else timer = setTimeout(look, next.lookAgainMs)
    }
    look()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [limits])
  return judged
}
