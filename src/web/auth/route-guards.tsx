import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import type { Person } from '#contract/session.ts'
import { isOfficer } from '#domain/roles.ts'
import { SessionPending } from '#web/components/page-placeholders.tsx'
import { queryClient } from '#web/lib/query-client.ts'
import { lastDeparture, useSession } from '#web/lib/use-session.ts'
import { afterSignIn } from './sign-in-address.ts'

const PersonContext = createContext<Person | null>(null)

/** The signed-in member; only inside MembersOnly and SetupOnly. */
export function useSignedInMember() {
  const person = useContext(PersonContext)
  if (person === null) throw new Error('useSignedInMember outside of MembersOnly')
  return person
}

/**
 * Members only: shows 'Loading...' while the session is loading, redirects visitors to the login page, and new members
 * to the wizard.
 */
export function MembersOnly({ children }: { children: ReactNode }) {
  const session = useSession()
  if (session.status !== 'ready') return <SessionPending session={session} />
  if (session.person === null) return <ToSignIn />
  if (!session.person.hasLoggedIn) return <Lead to="/welcome" />
  return <SignedIn person={session.person}>{children}</SignedIn>
}

/** Officers only; members are redirected to the home page. The server enforces this anyway. */
export function OfficersOnly({ children }: { children: ReactNode }) {
  return (
    <MembersOnly>
      <Officer>{children}</Officer>
    </MembersOnly>
  )
}

function Officer({ children }: { children: ReactNode }) {
  return isOfficer(useSignedInMember()) ? children : <Lead to="/home" />
}

/** For the wizard: signed in, but setup is not finished. */
export function SetupOnly({ children }: { children: ReactNode }) {
  const session = useSession()
  if (session.status !== 'ready') return <SessionPending session={session} />
  if (session.person === null) return <ToSignIn />
  if (session.person.hasLoggedIn) return <Lead to="/home" />
  return <SignedIn person={session.person}>{children}</SignedIn>
}

/** Wraps every page that needs a login: provides the person and the query cache. */
function SignedIn({ person, children }: { person: Person; children: ReactNode }) {
  return (
    <PersonContext value={person}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </PersonContext>
  )
}

function ToSignIn() {
  const router = useRouter()
  useEffect(() => {
    const departure = lastDeparture()
    const { href } = router.latestLocation
    // After a deliberate logout the next login starts fresh; otherwise it returns to this page.
    const next = departure?.reason === 'signed-out' || href === afterSignIn ? undefined : href
    const reason = departure?.reason === 'idle' ? 'idle' : undefined
    return lead(router, '/login', { next, reason })
  }, [router])
  return null
}

function Lead({ to }: { to: '/home' | '/welcome' }) {
  const router = useRouter()
  useEffect(() => lead(router, to, {}), [router, to])
  return null
}

/**
 * Replaces the history entry, and retries until it worked: a dialog closing at the same moment calls history.back(),
 * which can override the redirect.
 */
function lead(router: AnyRouter, to: string, search: object) {
  const go = () => {
    if (router.latestLocation.pathname !== to) void router.navigate({ to, search, replace: true })
  }
  go()
  return router.subscribe('onResolved', go)
}
