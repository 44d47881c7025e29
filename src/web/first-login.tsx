import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { Club } from '#contract/session.ts'
import { messages } from '#domain/text/public-messages.ts'
import { LoginForm } from '#web/auth/login-form.tsx'
import { type LoginSearch, loginAddress, pathAfterSignIn, readLoginSearch } from '#web/auth/sign-in-address.ts'
import { loadRequired, reloadWhenReachable } from '#web/lib/lazy-code.ts'
import type { Problem } from '#web/lib/request.ts'
import { useSession } from '#web/lib/use-session.ts'
import { PendingShell, Shell } from '#web/shell/shell.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { Page } from '#web/ui/page.tsx'

type FirstLoginProps = { club: Club; search: LoginSearch }

/**
 * The login page as the first page of a visit. It needs neither the router nor the other pages, which load after the
 * login and take its place.
 */
export function FirstLogin({ club: first, search: firstSearch }: FirstLoginProps) {
  const [search, setSearch] = useState(firstSearch)
  const session = useSession()
  const club = session.status === 'ready' ? session.club : first
  const person = session.status === 'ready' ? session.person : null
  const { app, missing, retry } = useApp(person && pathAfterSignIn(person, search.next))
  useEffect(() => {
    if (app !== null) return
    const follow = () => setSearch(readAddress())
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [app])

  if (app !== null) return app
  if (person !== null)
    return (
      <PendingShell club={club}>
        {missing === null ? null : (
          <Page title="No connection" heading="This page couldn’t be loaded" narrow>
            <ErrorNote error={missing} onRetry={retry} />
          </Page>
        )}
      </PendingShell>
    )
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

/** The app with its other pages, at the path to go to after the login, once there is one. */
function useApp(path: string | null) {
  const [app, setApp] = useState<ReactNode>(null)
  const [missing, setMissing] = useState<Problem | null>(null)
  const tell = (why: 'offline' | 'missing' | null) => {
    if (why === 'offline') setMissing({ kind: 'offline', message: messages.offline })
    if (why === 'missing') setMissing({ kind: 'trouble', message: messages.serverTrouble })
  }
  const open = useEffectEvent(async (path: string) => {
    const late = setTimeout(async () => tell(await reloadWhenReachable()), codeWithinMs)
    const { loadApp } = await loadRequired(() => import('./app.tsx'), tell)
    clearTimeout(late)
    history.replaceState(null, '', path)
    setApp(await loadApp())
  })
  useEffect(() => {
    if (path !== null) void open(path)
  }, [path])
  return { app, missing, retry: async () => tell(await reloadWhenReachable({ asked: true })) }
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
