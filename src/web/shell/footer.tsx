import type { Club } from '#contract/session.ts'
import { useNow } from '#web/session/clock.ts'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import classes from './shell.module.css'

export function Footer({ club }: { club: Club | null }) {
  const year = new Date(useNow('minute')).getFullYear()
  return (
    <footer className={`${classes.footer} no-print`}>
      <div className={classes.footerInner}>
        {/* A phone whose clock is a year off differs from the document that came. */}
        <p className={classes.copyright} suppressHydrationWarning>
          © {year} {club?.name}
        </p>
        {club !== null && club.socialLinks.length > 0 && (
          <ul className={classes.social}>
            {club.socialLinks.map(({ label, url }) => (
              <li key={url}>
                {url.startsWith('mailto:') ? (
                  <a href={url}>{label}</a>
                ) : (
                  <a href={url} target="_blank" rel="noopener noreferrer">
                    {label}
                    <ReadOut> (opens in new tab)</ReadOut>
                  </a>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </footer>
  )
}
