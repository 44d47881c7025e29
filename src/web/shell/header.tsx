import { IconMenu2 } from '@tabler/icons-react'
import { type ComponentType, type MouseEvent, useEffect, useState } from 'react'
import type { Club, Person } from '#contract/session.ts'
import { isOfficer } from '#domain/roles.ts'
import { memberLinks, officerLinks, publicLinks, type ShellLink } from '#web/addresses/menu-links.ts'
import { ClubMark } from '#web/components/club-mark.tsx'
import { useLazy } from '#web/lib/lazy-code.ts'
import { IconButton } from '#web/ui/buttons.tsx'
import classes from './header.module.css'
import { NavLink, PageLink } from './nav-link.tsx'

type HeaderProps = {
  club: Club | null
  person: Person | null
  /** False until the session is known; until then no links show, rather than the wrong ones. */
  known: boolean
  /** The page is behind the login, so someone is signed in who isn't known yet: laid out as it will be. */
  behindLogin?: boolean
  /** The end of the bar for someone who is signed in. */
  BarButtons?: ComponentType<{ person: Person; links: ShellLink[] }>
}

export function Header({ club, person, known, behindLogin = false, BarButtons }: HeaderProps) {
  const [open, setOpen] = useState(false)
  useHideOnScroll()
  const links = known ? linksFor(person) : []
  const close = () => setOpen(false)
  function openMenu({ currentTarget }: MouseEvent<HTMLElement>) {
    // Safari doesn't focus a pressed button, but the drawer needs an element to return the focus to.
    currentTarget.focus({ focusVisible: false })
    setOpen(true)
  }
  const menu = useLazy(() => import('./menu-drawer.tsx'), { asked: open, onMissing: close, ahead: person !== null })
  return (
    <header className={`${classes.header} no-print`}>
      <div className={person || behindLogin ? `${classes.bar} ${classes.signedIn}` : classes.bar}>
        <Logo club={club} signedIn={person !== null} />
        {links.length > 0 && <Nav links={links} />}
        <span className={classes.space} />
        {person && BarButtons && <BarButtons person={person} links={links} />}
        {links.length > 0 && (
          <IconButton label="Menu" className={classes.burger} aria-haspopup="dialog" onClick={openMenu}>
            <IconMenu2 size={24} stroke={1.75} aria-hidden />
          </IconButton>
        )}
      </div>
      {menu && <menu.MenuDrawer links={links} open={open} onClose={close} />}
    </header>
  )
}

/** The links, where the bar has room for them. */
function Nav({ links }: { links: ShellLink[] }) {
  return (
    <nav aria-label="Main" className={classes.nav}>
      <ul className={classes.links}>
        {links.map((link) => (
          <li key={link.label} className={link.label === 'Login' ? classes.last : undefined}>
            <NavLink link={link} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Logo({ club, signedIn }: { club: Club | null; signedIn: boolean }) {
  const label = `${club?.name ?? 'Club'}, home`
  const content = (
    <>
      <ClubMark club={club} size={32} />
      <span className={classes.name}>{club?.name}</span>
    </>
  )
  if (signedIn)
    return (
      <PageLink to="/home" className={classes.logo} aria-label={label}>
        {content}
      </PageLink>
    )
  // The server redirects to the club's own pages.
  return (
    <a href="/" className={classes.logo} aria-label={label}>
      {content}
    </a>
  )
}

function linksFor(person: Person | null): ShellLink[] {
  if (person === null) return [...publicLinks, { label: 'Login', to: '/home' }]
  if (!person.hasLoggedIn) return []
  return isOfficer(person) ? [...memberLinks, ...officerLinks] : memberLinks
}

/**
 * Hides the header on scroll down, and shows it on scroll up or near the top (below 10 px). Sets an attribute on the
 * root element, because sticky elements below the bar depend on it and a `:has()` selector would be re-evaluated for
 * every row that is added or removed.
 */
function useHideOnScroll() {
  useEffect(() => {
    const root = document.documentElement
    // Not asked for here, which would lay out the page before its first paint; a page that opens further down tells so by a scroll event.
    let last = 0
    function follow() {
      const now = Math.max(0, window.scrollY)
      const away = now >= 10 && now > last
      if (now !== last) root.toggleAttribute('data-header-away', away)
      last = now
    }
    window.addEventListener('scroll', follow, { passive: true })
    return () => {
      window.removeEventListener('scroll', follow)
      root.removeAttribute('data-header-away')
    }
  }, [])
}
