import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Person } from '#contract/session.ts'
import type { ShellLink } from '#web/addresses/page-links.ts'
import { pauseActivityReports } from '#web/auth/activity.ts'
import { PersonAvatar } from '#web/components/person-avatar.tsx'
import { renewDevice } from '#web/features/notifications/push-subscription.ts'
import { hasUnsentCards } from '#web/features/scorecards/unsent-cards.ts'
import { useLazy, whenIdle } from '#web/lib/lazy-code.ts'
import { startLiveUpdates } from '#web/lib/live/live-updates.ts'
import { sendAll, watchOfflineQueue } from '#web/lib/offline-queue/offline-queue.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { type LimitsState, sessionLimitState } from '#web/lib/session-limits.ts'
import { confirmOver, recheckSession } from '#web/lib/use-session.ts'
import { IconButton } from '#web/ui/buttons.tsx'
import { followControls } from '#web/ui/focus.ts'
import { followKeyboard } from '#web/ui/keyboard-room.ts'
import { keepOnDevice, offerNewVersion } from './new-version.ts'
import { offlineMutations } from './offline-mutations.ts'

/** What only a signed-in person needs around the pages; loaded then, so that sign-in stays small. */

/** Follows the session and the server's changes. Nobody's role is asked: the server tells each what they may know of. */
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
      void keepOnDevice()
      void renewDevice(member)
      void import('./offline-prefetch.ts').then(({ prefetchForOffline: keepPages }) => keepPages()).catch(() => {})
    })
  }, [member])
  useEffect(() => (member === null ? undefined : watchOfflineQueue(offlineMutations)), [member])
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

/** Whoever shoots is not asked to load the page anew before the card is put away. */
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

/** Arrows that were shot without a connection are sent from whatever page there is one on (D47). */
function useCardsOnDevice(member: string | null) {
  useEffect(() => {
    if (member === null) return
    const send = async () => {
      if (hasUnsentCards(member)) await (await import('#web/features/scorecards/card-sync.ts')).sendUnsent(member)
    }
    // Without the code or the device's storage there is nothing to be done now; the next page asks again.
    const sendQuietly = () => void send().catch(() => {})
    sendQuietly()
    window.addEventListener('online', sendQuietly)
    return () => window.removeEventListener('online', sendQuietly)
  }, [member])
}

/** At the end of the bar; before the wizard is done there is nothing to be found. */
export function BarButtons({ person, links }: { person: Person; links: ShellLink[] }) {
  const search = useLazy(() => import('./search-button.tsx'), { asked: links.length > 0, quiet: true })
  return (
    <>
      {search && links.length > 0 && <search.SearchButton person={person} links={links} />}
      <ProfileButton person={person} />
    </>
  )
}

function ProfileButton({ person }: { person: Person }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const panel = useLazy(() => import('./profile-panel.tsx'), { asked: open, onMissing: close, ahead: true })
  return (
    <>
      <IconButton label="Profile" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <PersonAvatar person={person} size={36} />
      </IconButton>
      {panel && <panel.ProfilePanel person={person} open={open} onClose={close} />}
    </>
  )
}

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
