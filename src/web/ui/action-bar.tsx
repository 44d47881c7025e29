import { type CSSProperties, type ReactNode, useRef } from 'react'
import classes from './action-bar.module.css'
import { useBarHeight } from './use-bar-height.ts'

/**
 * The main action of a page, in the thumb zone. The page's end, toasts and the footer stay clear of it
 * (use-bar-height.ts), and it stays clear of the tab bar and of the on-screen keyboard (keyboard-room.ts).
 */
type ActionBarProps = {
  children: ReactNode
  /** The maximum width of its content. */
  width?: string
  /** Fixed on phones only; on wider screens it is part of the page's flow. */
  inlineWhenWide?: boolean
}

export function ActionBar({ children, width, inlineWhenWide }: ActionBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useBarHeight(bar, '--action-bar-height')
  return (
    <div ref={bar} className={`${classes.bar} no-print`} data-inline-when-wide={inlineWhenWide || undefined}>
      <div
        className={classes.inner}
        style={width === undefined ? undefined : ({ '--bar-width': width } as CSSProperties)}
      >
        {children}
      </div>
    </div>
  )
}
