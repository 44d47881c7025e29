import { useEffect, useState } from 'react'
import type { Club } from '#contract/session.ts'
import { LoginForm } from '#web/auth/login-form.tsx'
import { type LoginSearch, loginAddress, pathAfterSignIn, readLoginSearch } from '#web/auth/sign-in-address.ts'
import { useLazy, whenIdle } from '#web/lib/lazy-code.ts'
import { useSession } from '#web/lib/use-session.ts'
import { PendingShell, Shell } from '#web/shell/shell.tsx'

type FirstLoginProps = { club: Club; search: LoginSearch }

/**
 * The login page as the first page of a visit. It needs neither the router nor the other pages, which load while someone
 * types and take its place after the login.
 */
export function FirstLogin({ club: first, search: firstSearch }: FirstLoginProps) {
  const [search, setSearch] = useState(firstSearch)
  const session = useSession()
  const club = session.status === 'ready' ? session.club : first
  const person = session.status === 'ready' ? session.person : null
  const app = useLazy(
    async () => {
      const { loadApp } = await import('./app.tsx')
      if (person !== null) history.replaceState(null, '', pathAfterSignIn(person, search.next))
      return loadApp()
    },
    { asked: person !== null, quiet: true },
  )
  useEffect(() => whenIdle(() => void import('./app.tsx').catch(() => {})), [])
  useEffect(() => {
    if (app !== null) return
    const follow = () => setSearch(readAddress())
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [app])

  if (app !== null) return app
  if (person !== null) return <PendingShell club={club} />
  return (
    <Shell>
      <LoginForm
        club={club}
        search={search}
        onSearch={(next, { replace }) => {
          if (replace) history.replaceState(null, '', loginAddress(next))
          else {
            history.pushState(null, '', loginAddress(next))
            window.scrollTo(0, 0)
          }
          setSearch(next)
        }}
      />
    </Shell>
  )
}

/** What the address asks for, which then holds nothing else. */
export function readAddress() {
  const params = new URLSearchParams(location.search)
  // What is there twice counts as nothing, as on the server.
  const once = (name: string) => (params.getAll(name).length === 1 ? params.get(name) : undefined)
  const search = readLoginSearch({ mode: once('mode'), next: once('next'), reason: once('reason') })
  const address = loginAddress(search)
  if (location.pathname + location.search !== address) history.replaceState(null, '', address)
  return search
}
