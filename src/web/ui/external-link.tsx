import type { ComponentProps, ReactNode } from 'react'
import classes from './external-link.module.css'
import { ReadOut } from './visually-hidden.tsx'

type ExternalLinkProps = {
  href: string
  children: ReactNode
  /** Inside text; on its own as a 44 px target, one line (line) or several (row); or as a button of 44 or 56 px. */
  look?: 'inline' | 'line' | 'row' | 'button' | 'large-button'
  /** The main action of the page. */
  gold?: boolean
}

/** A link out of the app, in a new tab, which says so. */
export function ExternalLink({ href, children, look = 'inline', gold }: ExternalLinkProps) {
  return (
    <a
      className={classes.link}
      data-look={look}
      data-gold={gold || undefined}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
      {look !== 'inline' && <span aria-hidden>{(look === 'line' || look === 'row') && ' '}↗</span>}
      <ReadOut> (opens in new tab)</ReadOut>
    </a>
  )
}

/** A link that looks like a button, for what only a link can do: a download, or opening another app. */
export function ButtonLink({ children, ...link }: ComponentProps<'a'>) {
  return (
    <a {...link} className={classes.link} data-look="button">
      {children}
    </a>
  )
}
