import type { ReactNode } from 'react'
import classes from './dark-panel.module.css'
import { Rings } from './target-drawings.tsx'

type DarkPanelProps = {
  children: ReactNode
  className?: string | undefined
  /** With larger rings where there is room, for a panel as wide as the page. */
  large?: boolean
}

/**
 * The panel of what matters most now, such as the live practice: dark in light and dark mode, paper in the sun. What is in
 * it uses the usual color names, which have the panel's colors here.
 */
export function DarkPanel({ children, className = '', large }: DarkPanelProps) {
  return (
    <div className={`${classes.panel} ${className}`} data-large={large || undefined}>
      <Rings className={classes.rings} />
      {children}
    </div>
  )
}
