import { type ComponentProps, type PropsWithChildren, type ReactNode, useEffect } from 'react'
import type { Club, Person } from '#contract/session.ts'
import { isOfficer } from '#domain/roles.ts'
import { messages } from '#domain/text/public-messages.ts'
import { footerLinks } from '#web/addresses/menu-links.ts'
import { Toasts } from '#web/components/toasts.tsx'
import { useLazy } from '#web/lib/lazy-code.ts'
import { useNow } from '#web/lib/server-clock.ts'
import { useSession } from '#web/lib/use-session.ts'
import { Chip } from '#web/ui/card.tsx'
import { Loading, SiteNameProvider } from '#web/ui/page.tsx'
import { ReadOut, SkipLink } from '#web/ui/visually-hidden.tsx'
import { Header } from './header.tsx'
import classes from './shell.module.css'

/** The frame around every page. */
export function Shell({ BarButtons, children }: Pick<ComponentProps<typeof Header>, 'BarButtons'> & PropsWithChildren) {
  const session = useSession()
  const club = session.status === 'ready' ? session.club : null
  const person = session.status === 'ready' ? session.person : null
  // From here on, the app handles presses (public/early.js).
  useEffect(() => {
    document.documentElement.dataset.running = ''
  }, [])

  return (
    <SiteNameProvider name={club?.name ?? ''}>
      <SkipLink target="main" />
      <Header club={club} person={person} known={session.status === 'ready'} BarButtons={BarButtons} />
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <Footer club={club} officer={person !== null && isOfficer(person)} />
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

/** Optional: if its code fails to load, the page keeps working. */
function Watch({ person }: { person: Person }) {
  const part = useLazy(() => import('./session-watch.tsx'), { asked: true, quiet: true })
  return part && <part.SessionWatch person={person} />
}

function Footer({ club, officer }: { club: Club | null; officer: boolean }) {
  const year = new Date(useNow('minute')).getFullYear()
  const samples = officer && club?.sampleFooter === true
  return (
    <footer className={`${classes.footer} no-print`}>
      <div className={classes.footerInner}>
        {club !== null && (
          <ul className={classes.footerLinks}>
            <li>
              <NewTab href="/constitution.pdf">Constitution</NewTab>
            </li>
            {footerLinks
              .filter(({ to }) => club.footerPaths.includes(to))
              .map(({ label, to }) => (
                <li key={to}>
                  <a href={to}>{label}</a>
                </li>
              ))}
          </ul>
        )}
        {club !== null && (club.socialLinks.length > 0 || club.contactEmail !== null || samples) && (
          <ul className={classes.footerLinks}>
            {club.socialLinks.map(({ label, url }) => (
              <li key={url}>
                <NewTab href={url}>{label}</NewTab>
              </li>
            ))}
            {club.contactEmail !== null && (
              <li>
                <a href={`mailto:${club.contactEmail}`}>Email us</a>
              </li>
            )}
            {samples && (
              <li className={classes.mark}>
                <Chip tone="outline">Sample</Chip>
              </li>
            )}
          </ul>
        )}
        {/* The device's clock may be in another year than the server's, which rendered the document. */}
        <p className={classes.copyright} suppressHydrationWarning>
          © {year} {club?.name}
        </p>
      </div>
    </footer>
  )
}

function NewTab({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <ReadOut> (opens in new tab)</ReadOut>
    </a>
  )
}
