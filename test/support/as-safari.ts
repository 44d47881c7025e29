import type { Page } from '@playwright/test'

/**
 * Simulates Safari: pressing a button or link doesn't focus it; the focus goes to the nearest focusable ancestor, or
 * nowhere. Call it before opening the page.
 */
export function pressWithoutFocus(page: Page) {
  return page.addInitScript(() => {
    document.addEventListener(
      'mousedown',
      (event) => {
        const control = event.target instanceof Element ? event.target.closest('button, a, summary') : null
        if (control === null) return
        event.preventDefault()
        const around = control.parentElement?.closest<HTMLElement>('[tabindex]')
        if (around) around.focus({ preventScroll: true })
        else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      },
      true,
    )
  })
}
