/** What only a signed-in person needs around the pages; loaded then, so that sign-in stays small. */
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Person } from '#contract/session.ts'
import { LimitsWatcher } from '#web/auth/session-limit-watcher.tsx'
import { recheckSession } from '#web/auth/use-session.ts'
import { renewDevice } from '#web/features/notifications/push-subscription.ts'
import { hasUnsentCards } from '#web/features/scorecards/unsent-cards.ts'
import { startLiveUpdates } from '#web/lib/live/live-updates.ts'
import { sendAll, watchOfflineQueue } from '#web/lib/offline-queue/offline-queue.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { followKeyboard } from '#web/ui/keyboard-room.ts'
import { followControls } from '#web/ui/last-control.ts'
import type { ShellLink } from './links.ts'
import { keepOnDevice, offerNewVersion } from './new-version.ts'
import { PersonAvatar } from './person-avatar.tsx'
import { useLazy, whenIdle } from './use-lazy.ts'

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
      void import('#web/auth/offline-prefetch.ts')
        .then(({ prefetchForOffline: keepPages }) => keepPages())
        .catch(() => {})
    })
  }, [member])
  useEffect(() => (member === null ? undefined : watchOfflineQueue()), [member])
  useCardsOnDevice(member)
  useEffect(followKeyboard, [])
  useEffect(followControls, [])
  const password = useLazy(() => import('#web/auth/password-dialog.tsx'), {
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
