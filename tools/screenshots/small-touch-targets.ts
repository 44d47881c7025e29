import type { Page } from '@playwright/test'

/**
 * Finds controls with a touch area under 44 × 44 px, except links in sentences (WCAG 2.5.5). It measures where a press is received, not
 * how large the control is drawn, because a label presses its field, and the touch area can be larger and invisible.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const side = 44
    const controls = 'a[href], button, input, select, textarea, summary, [role="button"], [tabindex="0"]'
    const dialogs = [...document.querySelectorAll('dialog[open]')]
    const root = dialogs.at(-1) ?? document.body
    const found: string[] = []
    for (const control of root.querySelectorAll<HTMLElement>(controls)) {
      const pressed = labelOf(control) ?? control
      if (!pressed.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      if (control.matches('[disabled], [inert] *, [type="hidden"]') || isInSentence(control)) continue
      const drawn = pressed.getBoundingClientRect()
      if (drawn.width >= side && drawn.height >= side) continue
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { width, height } = touchOf(control)
      if (width < side || height < side)
        found.push(`target ${width.toFixed(1)} × ${height.toFixed(1)}: ${nameOf(control)}`)
    }
    return found

    /** How far from the center of the drawn control a press is received, horizontally and vertically. */
    function touchOf(control: HTMLElement) {
      const label = labelOf(control)
      const drawn = (label ?? control).getBoundingClientRect()
      const [x, y] = [drawn.x + drawn.width / 2, drawn.y + drawn.height / 2]
      const arrives = (dx: number, dy: number) => {
        const hit = document.elementFromPoint(x + dx, y + dy)
        return hit !== null && (control.contains(hit) || (label?.contains(hit) ?? false))
      }
      const reach = (dx: number, dy: number) => {
        let steps = 0
        while (steps < side && arrives(dx * (steps + 0.5), dy * (steps + 0.5))) steps++
        return steps
      }
      return {
        width: Math.max(drawn.width, reach(-1, 0) + reach(1, 0)),
        height: Math.max(drawn.height, reach(0, -1) + reach(0, 1)),
      }
    }

    function labelOf(control: HTMLElement) {
      return control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)
        ? (control.labels?.[0] ?? null)
        : null
    }

    function isInSentence(control: HTMLElement) {
      if (getComputedStyle(control).display !== 'inline') return false
      const around = control.parentElement?.textContent?.trim() ?? ''
      return around.length > (control.textContent?.trim().length ?? 0)
    }

    function nameOf(control: HTMLElement) {
      const name =
        control.getAttribute('aria-label') ?? (labelOf(control) ?? control).textContent?.trim().slice(0, 40) ?? ''
      return `<${control.tagName.toLowerCase()}> ${name}`
    }
  })
}

/** Button labels whose words are broken, because the button is squeezed by its neighbors. */
export function brokenWords(page: Page) {
  return page.evaluate(() => {
    const found: string[] = []
    for (const button of document.querySelectorAll('button')) {
      if (!button.checkVisibility()) continue
      const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          if (lines.size > 1) found.push(`"${word}" on a button is broken into ${lines.size} lines`)
        }
    }
    return found
  })
}

/** Texts that run into their neighbor: in a flex or grid container, each text is an item of its own, without its outer spaces. */
export function joinedWords(page: Page) {
  return page.evaluate(() => {
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const words = text.textContent ?? ''
      const parent = text.parentElement
      if (words.trim() === '' || !parent?.checkVisibility() || !/flex|grid/.test(getComputedStyle(parent).display))
        continue
      const [before, after] = [text.previousSibling, text.nextSibling]
      const loses = (/\s$/.test(words) && after instanceof Element) || (/^\s/.test(words) && before instanceof Element)
      const gap = Number.parseFloat(getComputedStyle(parent).columnGap) || 0
      if (loses && gap === 0) found.push(`"${parent.textContent.trim().slice(0, 60)}" loses a space`)
    }
    return found
  })
}
