import type { ReactNode } from 'react'
import type { Club } from '#contract/session.ts'
import { footerLinks } from '#web/addresses/menu-links.ts'
import { useNow } from '#web/lib/server-clock.ts'
import { Chip } from '#web/ui/card.tsx'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import classes from './footer.module.css'

/** Where its links are: here, in the menu where there is one, or nowhere, as there is one thing to finish. */
export type FooterLinks = 'here' | 'in-menu' | 'none'

type FooterProps = {
  club: Club | null
  officer: boolean
  /** Without its links, the footer only keeps the end of the page clear of the bars. */
  links: FooterLinks
}

export function Footer({ club, officer, links }: FooterProps) {
  const year = new Date(useNow('minute')).getFullYear()
  return (
    <footer className={`${classes.footer} no-print`} data-links={links}>
      <div className={classes.inner}>
        {club !== null && (
          <ul className={classes.links}>
            <ClubLinks club={club} />
            {officer && club.sampleFooter && (
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

/** The club's documents, pages, and accounts elsewhere, as items of a list. */
export function ClubLinks({ club }: { club: Club }) {
  return (
    <>
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
    </>
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
