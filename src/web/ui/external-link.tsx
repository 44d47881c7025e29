import type { ComponentProps, ReactNode } from 'react'
import classes from './external-link.module.css'
import { ReadOut } from './visually-hidden.tsx'

type ExternalLinkProps = {
  href: string
  children: ReactNode
  /** Within a line; on its own as a 44 px target, also of several lines (row); or as a button, 44 or 56 px. */
  look?: 'inline' | 'line' | 'row' | 'button' | 'large-button'
  /** The main action of its place. */
  gold?: boolean
}

/** Leads out of the app, in a new tab, and says so. */
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

/** Looks like a button, and leads where a button can't: a file to keep, a program of the device. */
export function ButtonLink({ children, ...link }: ComponentProps<'a'>) {
  return (
    <a {...link} className={classes.link} data-look="button">
      {children}
    </a>
  )
}
