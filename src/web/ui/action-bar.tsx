import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react'
import classes from './action-bar.module.css'

/**
 * The one thing to do, in the thumb zone. The page's end, toasts and the footer keep clear of it (`--action-bar-height`);
 * with the on-screen keyboard up it stands above the keyboard (index.html asks for `interactive-widget=resizes-content`,
 * and where a browser does not know that, the visual viewport is followed).
 */
type ActionBarProps = {
  children: ReactNode
  /** The widest that its content gets. */
  width?: string
  /** Fixed on phones only; on wider screens it stands at its place in the page. */
  inlineWhenWide?: boolean
}

export function ActionBar({ children, width, inlineWhenWide }: ActionBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  // Before the first paint, so that nothing is seen to make room.
  useLayoutEffect(() => {
    const element = bar.current
    if (element === null) return
    const root = document.documentElement
    function makeRoom() {
      if (element === null) return
      const fixed = getComputedStyle(element).position === 'fixed'
      root.style.setProperty('--action-bar-height', fixed ? `${element.offsetHeight}px` : '0px')
    }
    makeRoom()
    const observer = new ResizeObserver(makeRoom)
    observer.observe(element)
    observer.observe(root)
    const stopLifting = liftAboveKeyboard(element)
    return () => {
      observer.disconnect()
      stopLifting()
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

function liftAboveKeyboard(element: HTMLElement) {
  const viewport = window.visualViewport
  if (!viewport) return () => {}
  function lift() {
    if (!viewport) return
    // Pinch zoom also shrinks the viewport; only a keyboard at scale 1 moves the bar.
    const fixed = getComputedStyle(element).position === 'fixed'
    const hidden = viewport.scale > 1.01 || !fixed ? 0 : window.innerHeight - viewport.height - viewport.offsetTop
    element.style.transform = hidden > 1 ? `translateY(${-hidden}px)` : ''
  }
  viewport.addEventListener('resize', lift)
  viewport.addEventListener('scroll', lift)
  return () => {
    viewport.removeEventListener('resize', lift)
    viewport.removeEventListener('scroll', lift)
  }
}
