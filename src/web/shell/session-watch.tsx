import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Person } from '#contract/session.ts'
import { pauseActivityReports } from '#web/auth/activity.ts'
import { renewDevice } from '#web/features/notifications/push-subscription.ts'
import { hasUnsentCards } from '#web/features/scorecards/unsent-cards.ts'
import { useLazy, whenIdle } from '#web/lib/lazy-code.ts'
import { startLiveUpdates } from '#web/lib/live/live-updates.ts'
import { sendAll, watchOfflineQueue } from '#web/lib/offline-queue/offline-queue.ts'
import { forgetOldResponses, forgetResponses } from '#web/lib/query-client.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { type LimitsState, sessionLimitState } from '#web/lib/session-limits.ts'
import { confirmOver, recheckSession } from '#web/lib/use-session.ts'
import { followControls } from '#web/ui/focus.ts'
import { followKeyboard } from '#web/ui/keyboard-room.ts'
import { installServiceWorker, offerNewVersion } from './new-version.ts'
import { offlineMutations } from './offline-mutations.ts'

/**
 * Follows the session and the server's changes. The role doesn't matter here: the server sends each person only what
 * they may see.
 */
export function SessionWatch({ person }: { person: Person }) {
  const member = person.hasLoggedIn ? person.userId : null
  const router = useRouter()
  useEffect(() => {
    if (member === null) return
    return startLiveUpdates({
      onBye: () => void recheckSession().catch(() => {}),
      onConnected: () => void sendAll(),
      onBuild: (entry) => void offerNewVersion(entry, () => whenNoCardIsOpen(router)),
    })
  }, [member, router])
  useEffect(() => {
    if (member === null) return
    return whenIdle(() => {
      void installServiceWorker()
      void renewDevice(member)
      void import('./offline-prefetch.ts').then(({ prefetchForOffline }) => prefetchForOffline()).catch(() => {})
    })
  }, [member])
  useEffect(() => (member === null ? undefined : watchOfflineQueue(offlineMutations)), [member])
  useEffect(() => {
    if (member !== null) forgetOldResponses()
    // It's for officers, who may have lost the role since.
    if (person.role !== 'Officer') forgetResponses(['scan-list'])
  }, [member, person.role])
  useCardsOnDevice(member)
  useEffect(followKeyboard, [])
  useEffect(followControls, [])
  const password = useLazy(() => import('#web/features/session/password-dialog.tsx'), {
    asked: person.role === 'Officer',
    quiet: true,
  })
  return (
    <>
      <LimitsWatcher person={person} />
      {password && <password.PasswordWatch />}
    </>
  )
}

/** Resolves when no scorecard is open: someone who is shooting should not be asked to reload the page. */
function whenNoCardIsOpen(router: AnyRouter) {
  const isCardOpen = () => router.latestLocation.pathname === '/scorecard' && 'card' in router.latestLocation.search
  if (!isCardOpen()) return Promise.resolve()
  return new Promise<void>((resolve) => {
    const stop = router.subscribe('onResolved', () => {
      if (isCardOpen()) return
      stop()
      resolve()
    })
  })
}

/** Sends arrows scored offline, from any page, as soon as the device is online. */
function useCardsOnDevice(member: string | null) {
  useEffect(() => {
    if (member === null) return
    const send = async () => {
      if (hasUnsentCards(member)) await (await import('#web/features/scorecards/card-sync.ts')).sendUnsent(member)
    }
    // Without the code or the device's storage nothing can be sent now; the next page tries again.
    const sendQuietly = () => void send().catch(() => {})
    sendQuietly()
    window.addEventListener('online', sendQuietly)
    return () => window.removeEventListener('online', sendQuietly)
  }, [member])
}

const confirmEveryMs = 1000

/** Warns two minutes before a session ends, and leaves when it has. */
export function LimitsWatcher({ person }: { person: Person }) {
  const limits = useLimitsState(person)
  // The limit whose warning the person has dismissed; they are warned once per limit.
  const [declined, setDeclined] = useState(0)
  const endsAt = 'endsAt' in limits ? limits.endsAt : 0
  const asked = endsAt !== 0 && endsAt !== declined
  useEffect(() => {
    pauseActivityReports(asked)
    return () => pauseActivityReports(false)
  }, [asked])
  const later = () => setDeclined(endsAt)
  const dialogs = useLazy(() => import('#web/features/session/session-limit-dialogs.tsx'), {
    asked,
    onMissing: later,
    ahead: true,
  })
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

/**
 * Checks the limits against the wall clock: at the right time, when the page becomes visible, and when the clock has
 * jumped.
 */
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
      // The machine slept or its clock was set: measure the offset to the server's clock again.
      if (jumped) void recheckSession().catch(() => {})
      const next = sessionLimitState(limits, serverNow())
      setJudged(next)
      if (next.state === 'over') {
        // The server may notice the end a moment later, and its response runs this effect again, so ask at most once a
        // second.
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
