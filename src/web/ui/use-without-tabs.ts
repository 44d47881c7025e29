import { useLayoutEffect } from 'react'

/** Hides the tab bar (shell/tab-bar.tsx) while a page needs the whole screen, such as scoring. */
export function useWithoutTabs() {
  useLayoutEffect(() => {
    const root = document.documentElement
    root.toggleAttribute('data-no-tabs', true)
    return () => root.removeAttribute('data-no-tabs')
  }, [])
}
