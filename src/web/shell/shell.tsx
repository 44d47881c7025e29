import { type ComponentProps, type PropsWithChildren, type ReactNode, useEffect } from 'react'
import type { Club, Person } from '#contract/session.ts'
import { isOfficer } from '#domain/roles.ts'
import { messages } from '#domain/text/public-messages.ts'
import { showClubColor } from '#web/components/club-color.ts'
import { Toasts } from '#web/components/toasts.tsx'
import { useLazy } from '#web/lib/lazy-code.ts'
import { useSession } from '#web/lib/use-session.ts'
import { guardDoublePresses } from '#web/ui/double-press.ts'
import { Loading, SiteNameProvider } from '#web/ui/page.tsx'
import { SkipLink } from '#web/ui/visually-hidden.tsx'
import { Footer, type FooterLinks } from './footer.tsx'
import { Header } from './header.tsx'
import classes from './shell.module.css'

type ShellProps = Pick<ComponentProps<typeof Header>, 'BarButtons'> &
  PropsWithChildren<{
    footerLinks?: FooterLinks
    /** The page fills the screen, and has its own main part. */
    bare?: boolean
  }>

/** The frame around every page. */
export function Shell({ BarButtons, footerLinks = 'here', bare = false, children }: ShellProps) {
  const session = useSession()
  const club = session.status === 'ready' ? session.club : null
  const person = session.status === 'ready' ? session.person : null
  // From here on, the app handles presses (public/early.js).
  useEffect(() => {
    document.documentElement.dataset.running = ''
  }, [])
  useEffect(guardDoublePresses, [])
  const colorCss = club?.colorCss
  useEffect(() => {
    if (colorCss !== undefined) showClubColor(colorCss)
  }, [colorCss])

  if (bare) return <SiteNameProvider name={club?.name ?? ''}>{children}</SiteNameProvider>
  return (
    <SiteNameProvider name={club?.name ?? ''}>
      <SkipLink target="main" />
      <Header club={club} person={person} known={session.status === 'ready'} BarButtons={BarButtons} />
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <Footer
        club={club}
        officer={person !== null && isOfficer(person)}
        links={footerLinks === 'in-menu' && !person?.hasLoggedIn ? 'here' : footerLinks}
      />
      {person?.hasLoggedIn && <Tabs />}
      <Toasts />
      {person && <Watch person={person} />}
    </SiteNameProvider>
  )
}

/** The frame before anything is known but the club, as the document holds it (server-html.tsx). */
export function PendingShell({ club, children }: { club: Club; children?: ReactNode }) {
  return (
    <>
      <SkipLink target="main" />
      <Header club={club} person={null} known={false} behindLogin />
      <main id="main" tabIndex={-1} className={classes.main}>
        {children ?? <Loading>{messages.loading}</Loading>}
      </main>
    </>
  )
}

/** A member's own pages, at the bottom of phones: the menu has them, too. */
function Tabs() {
  const part = useLazy(() => import('./tab-bar.tsx'), { asked: true, quiet: true })
  return part && <part.TabBar />
}

/** Optional: if its code fails to load, the page keeps working. */
function Watch({ person }: { person: Person }) {
  const part = useLazy(() => import('./session-watch.tsx'), { asked: true, quiet: true })
  return part && <part.SessionWatch person={person} />
}
