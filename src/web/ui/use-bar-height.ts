import { type RefObject, useLayoutEffect } from 'react'

/** Bars that cover the bottom of the page; the end of the page, toasts, and each other stay clear of them (base.css). */
type BarHeight = '--action-bar-height' | '--tab-bar-height'

/** Tells the page how much a bar covers: nothing while it is hidden or part of the page's flow. */
export function useBarHeight(bar: RefObject<HTMLElement | null>, name: BarHeight) {
  useLayoutEffect(() => {
    const element = bar.current
    if (element === null) return
    const root = document.documentElement
    function makeRoom() {
      if (element === null) return
      const fixed = getComputedStyle(element).position === 'fixed'
      root.style.setProperty(name, fixed ? `${element.offsetHeight}px` : '0px')
    }
    // Its first call comes before the next paint, so that the page is never seen making room. Measuring here would lay out the page twice.
    const observer = new ResizeObserver(makeRoom)
    observer.observe(element)
    observer.observe(root)
    return () => {
      observer.disconnect()
      root.style.removeProperty(name)
    }
  }, [bar, name])
}
