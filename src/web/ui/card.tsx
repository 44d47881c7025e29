import type { ElementType, ReactNode } from 'react'
import classes from './card.module.css'
import chipClasses from './chip.module.css'

type CardProps = {
  children: ReactNode
  as?: ElementType
  tone?: 'plain' | 'gold'
  /** Without padding, for content that goes to the edge. */
  flush?: boolean
  className?: string
  'aria-labelledby'?: string
}

/** A surface with a hairline border and 12 px corners. */
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

/** A short label about the element next to it; not a control. */
export function Chip({ children, tone = 'plain' }: { children: ReactNode; tone?: 'plain' | 'outline' }) {
  return (
    <span className={chipClasses.chip} data-tone={tone}>
      {children}
    </span>
  )
}
