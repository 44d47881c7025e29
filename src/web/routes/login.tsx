import { createFileRoute, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LoginForm } from '#web/auth/login-form.tsx'
import { pathAfterSignIn, readLoginSearch } from '#web/auth/sign-in-address.ts'
import { SessionPending } from '#web/components/page-placeholders.tsx'
import { onlyKnown } from '#web/lib/only-known.ts'
import { useSession } from '#web/lib/use-session.ts'

export const Route = createFileRoute('/login')({
  validateSearch: onlyKnown(readLoginSearch),
  component: LoginPage,
})

/** Reached from within the app, such as after a session has ended. A visit begins with first-login.tsx. */
function LoginPage() {
  const session = useSession()
  const search = useSearch({ from: '/login' })
  const navigate = useNavigate({ from: '/login' })
  if (session.status !== 'ready') return <SessionPending session={session} />
  if (session.person !== null) return <Redirect path={pathAfterSignIn(session.person, search.next)} />
  return (
    <LoginForm club={session.club} search={search} onSearch={(search, { replace }) => navigate({ search, replace })} />
  )
}

/** The path is known only as text. */
function Redirect({ path }: { path: string }) {
  const { history } = useRouter()
  useEffect(() => history.replace(path), [history, path])
  return null
}
