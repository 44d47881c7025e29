import type { ReactNode } from 'react'
import type { Club } from '#contract/session.ts'
import { useNow } from '#web/lib/server-clock.ts'
import { Chip } from '#web/ui/chip.tsx'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import { footerLinks } from './links.ts'
import classes from './shell.module.css'

export function Footer({ club, officer }: { club: Club | null; officer: boolean }) {
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
        {/* A phone whose clock is a year off differs from the document that came. */}
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
