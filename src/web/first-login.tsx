import { type ReactNode, useEffect, useState } from 'react'
import type { Club } from '#contract/session.ts'
import { LoginForm } from '#web/auth/login-form.tsx'
import { type LoginSearch, loginAddress, pathAfterSignIn, readLoginSearch } from '#web/auth/sign-in-address.ts'
import { MissingCode } from '#web/components/page-placeholders.tsx'
import { loadRequired, reloadWhenReachable } from '#web/lib/lazy-code.ts'
import { useSession } from '#web/lib/use-session.ts'
import { PendingShell, Shell } from '#web/shell/shell.tsx'

type FirstLoginProps = { club: Club; search: LoginSearch }

/**
 * The login page as the first page of a visit. It needs neither the router nor the other pages, which load after the
 * login and take its place for good.
 */
export function FirstLogin(props: FirstLoginProps) {
  const [app, setApp] = useState<ReactNode>(null)
  return app ?? <LoginPage {...props} onApp={setApp} />
}

function LoginPage({ club: first, search: firstSearch, onApp }: FirstLoginProps & { onApp: (app: ReactNode) => void }) {
  const [search, setSearch] = useState(firstSearch)
  const session = useSession()
  const club = session.status === 'ready' ? session.club : first
  const person = session.status === 'ready' ? session.person : null
  const isMissing = useApp(person && pathAfterSignIn(person, search.next), onApp)
  useEffect(() => {
    const follow = () => setSearch(readAddress())
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])

  if (person !== null) return <PendingShell club={club}>{isMissing ? <MissingCode /> : undefined}</PendingShell>
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

/** How long to wait for the code before the page reloads: a request may hang that began while there was no reception. */
const codeWithinMs = 5000

/**
 * Loads the app with its other pages, at the path to go to after the login, once there is one.
 * @returns whether its code is missing
 */
function useApp(path: string | null, onApp: (app: ReactNode) => void) {
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (path === null) return
    let isWanted = true
    const late = setTimeout(async () => {
      if ((await reloadWhenReachable()) !== null) setMissing(true)
    }, codeWithinMs)
    async function open(path: string) {
      const { loadApp } = await loadRequired(
        () => import('./app.tsx'),
        () => setMissing(true),
      )
      clearTimeout(late)
      // The session may have ended in another tab by now.
      if (!isWanted) return
      history.replaceState(null, '', path)
      onApp(await loadApp())
    }
    void open(path)
    return () => {
      isWanted = false
      clearTimeout(late)
    }
  }, [path, onApp])
  return isMissing
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
