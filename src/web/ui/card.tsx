import type { ElementType, ReactNode } from 'react'
import classes from './card.module.css'

type CardProps = {
  children: ReactNode
  as?: ElementType
  tone?: 'plain' | 'gold'
  /** Without padding, for content that goes to the edge. */
  flush?: boolean
  className?: string
  'aria-labelledby'?: string
}

/** A sheet of paper on the wall: hairline border, 12 px corners. */
export function Card({ children, as: Element = 'div', tone = 'plain', flush, className, ...rest }: CardProps) {
  return (
    <Element
      className={className ? `${classes.card} ${className}` : classes.card}
      data-tone={tone}
      data-flush={flush || undefined}
      {...rest}
    >
      {children}
    </Element>
  )
}

/** The small capitals over a card's heading. */
export function Eyebrow({ children }: { children: ReactNode }) {
  return <p className={classes.eyebrow}>{children}</p>
}
