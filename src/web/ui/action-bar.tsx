import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react'
import classes from './action-bar.module.css'

/**
 * The main action of a page, in the thumb zone. The page's end, toasts and the footer stay clear of it
 * (`--action-bar-height`), and it stays clear of the on-screen keyboard (keyboard-room.ts).
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
  useLayoutEffect(() => {
    const element = bar.current
    if (element === null) return
    const root = document.documentElement
    function makeRoom() {
      if (element === null) return
      const fixed = getComputedStyle(element).position === 'fixed'
      root.style.setProperty('--action-bar-height', fixed ? `${element.offsetHeight}px` : '0px')
    }
    // Its first call comes before the next paint, so that the page is never seen making room. Measuring here would lay out the page twice.
    const observer = new ResizeObserver(makeRoom)
    observer.observe(element)
    observer.observe(root)
    return () => {
      observer.disconnect()
      root.style.removeProperty('--action-bar-height')
    }
  }, [])
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
