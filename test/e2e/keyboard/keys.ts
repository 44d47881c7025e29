import { expect, type Locator, type Page } from '@playwright/test'

export type Keys = Awaited<ReturnType<typeof keysOf>>

/** The most presses of Tab that any control may be away. */
const mostPresses = 40

/**
 * Drives a page with a keyboard and no mouse: each control has to be reached by Tab and show its focus. A pointer press
 * counts as a page error.
 */
export async function keysOf(page: Page) {
  await page.addInitScript(() => {
    for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
      addEventListener(kind, () => reportError(new Error(`${kind} by somebody without a mouse`)), true)
  })

  /** Presses Tab until this control has the focus, or Shift+Tab where it has been passed. */
  async function reach(control: Locator) {
    await expect(control).toBeVisible()
    for (let presses = 0; presses <= mostPresses; presses++) {
      const way = await control.evaluate((element) => {
        const focused = document.activeElement
        if (element === focused) return 'here'
        if (focused === null || focused === document.body) return 'on'
        return focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING ? 'back' : 'on'
      })
      if (way === 'here') return expectRing()
      await page.keyboard.press(way === 'back' ? 'Shift+Tab' : 'Tab')
    }
    throw new Error(`${control} is not reached by ${mostPresses} presses of Tab`)
  }

  /** The focus must be visible: an outline on the element, or on the element that represents or surrounds it. */
  async function expectRing() {
    const seen = await page.evaluate(() => {
      const focused = document.activeElement
      if (!focused?.matches(':focus-visible')) return false
      const around = [focused, focused.parentElement, focused.closest('fieldset, [class*="stepper"]')]
      return [...around, ...(focused.parentElement?.children ?? [])].some(
        (each) =>
          each !== null &&
          getComputedStyle(each).outlineStyle !== 'none' &&
          getComputedStyle(each).outlineWidth !== '0px',
      )
    })
    expect(seen, 'the focus can be seen').toBe(true)
  }

  /** In the frontmost dialog, if there is one. Looks again, because one that is about to close may still be open. */
  async function byName(role: 'button' | 'link', name: string | RegExp) {
    const dialog = page.locator('dialog[open]:not([data-phase=closing])').last()
    let control = dialog
    await expect(async () => {
      const scope = (await dialog.count()) > 0 ? dialog : page
      control = scope.getByRole(role, { name, exact: typeof name === 'string' }).first()
      await expect(control).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 10_000 })
    return control
  }

  return {
    page,
    reach,
    async press(name: string | RegExp, role: 'button' | 'link' = 'button') {
      await reach(await byName(role, name))
      await page.keyboard.press('Enter')
    },
    /** Replaces the contents of a field. */
    async fill(label: string, text: string) {
      await reach(page.getByLabel(label, { exact: true }))
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    /** Ticks a box, or focuses the group of choices and selects this one with the arrow keys. */
    async choose(group: string | null, name: string) {
      const scope = group === null ? page : page.getByRole('group', { name: group })
      const choice = scope.getByLabel(name, { exact: true })
      if ((await choice.getAttribute('type')) === 'checkbox') {
        await reach(choice)
        await page.keyboard.press('Space')
      } else {
        await reachRadio(scope.getByRole('radio').first(), scope.locator('input[type=radio]:checked'))
        for (let presses = 0; presses < 9 && !(await choice.isChecked()); presses++) {
          await page.keyboard.press(presses === 0 ? 'Space' : 'ArrowDown')
        }
      }
      await expect(choice).toBeChecked()
    },
    key: (name: string) => page.keyboard.press(name),
    async expectFocusKept() {
      await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
    },
  }

  /** Tab stops at a group's selected radio button, or at its first. */
  async function reachRadio(first: Locator, chosen: Locator) {
    await reach((await chosen.count()) > 0 ? chosen.first() : first)
  }
}
