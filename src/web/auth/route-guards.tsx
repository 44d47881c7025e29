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

/** Who is signed in; only within MembersOnly and SetupOnly. */
export function useSignedInMember() {
  const person = useContext(PersonContext)
  if (person === null) throw new Error('usePerson outside of MembersOnly')
  return person
}

/** The protected wrapper: 'Loading...' while the session is being determined, sign-in for nobody, the wizard first. */
export function MembersOnly({ children }: { children: ReactNode }) {
  const session = useSession()
  if (session.status !== 'ready') return <SessionPending session={session} />
  if (session.person === null) return <ToSignIn />
  if (!session.person.hasLoggedIn) return <Lead to="/welcome" />
  return <SignedIn person={session.person}>{children}</SignedIn>
}

/** For the club's officers; members are led home. The server refuses them anyway. */
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

/** For the wizard: signed in, and not through it yet. */
export function SetupOnly({ children }: { children: ReactNode }) {
  const session = useSession()
  if (session.status !== 'ready') return <SessionPending session={session} />
  if (session.person === null) return <ToSignIn />
  if (session.person.hasLoggedIn) return <Lead to="/home" />
  return <SignedIn person={session.person}>{children}</SignedIn>
}

/** Around every page behind the sign-in: the person, and what the server has told of the club. */
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
    // Who leaves on purpose starts afresh; everybody else comes back to where they were.
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

/** In place of the present entry, until it is there: a dialog that closes at the same moment goes back a step, and overtakes it. */
function lead(router: AnyRouter, to: string, search: object) {
  const go = () => {
    if (router.latestLocation.pathname !== to) void router.navigate({ to, search, replace: true })
  }
  go()
  return router.subscribe('onResolved', go)
}
