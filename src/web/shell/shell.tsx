import { Outlet } from '@tanstack/react-router'
import type { Person } from '#contract/session.ts'
import { isOfficer } from '#domain/roles.ts'
import { useSession } from '#web/auth/use-session.ts'
import { SiteNameProvider } from '#web/ui/title.tsx'
import { Toasts } from '#web/ui/toasts.tsx'
import { SkipLink } from '#web/ui/visually-hidden.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import classes from './shell.module.css'
import { useLazy } from './use-lazy.ts'

/** What stands around every page. */
export function Shell() {
  const session = useSession()
  const club = session.status === 'ready' ? session.club : null
  const person = session.status === 'ready' ? session.person : null

  return (
    <SiteNameProvider name={club?.name ?? ''}>
      <SkipLink target="main" />
      <Header club={club} person={person} known={session.status === 'ready'} />
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <Footer club={club} officer={person !== null && isOfficer(person)} />
      <Toasts />
      {person && <Watch person={person} />}
    </SiteNameProvider>
  )
}

/** Without it a page works all the same: what of it does not come must not take the page down. */
function Watch({ person }: { person: Person }) {
  const part = useLazy(() => import('./signed-in-shell.tsx'), { asked: true, quiet: true })
  return part && <part.SessionWatch person={person} />
}
