import type { Page } from '@playwright/test'

/**
 * As Safari does: a button or link that is pressed does not get the focus, which goes to the focusable thing around it, or to
 * nothing. Before the page is opened.
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
