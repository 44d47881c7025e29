import { expect, type Page } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { untilQuiet } from '#test/support/quiet.ts'
import { scorecard } from '#test/support/score.ts'
import { openStage } from '../../tools/screenshots/clubs.ts'

/** A desktop of 1280 × 1024 px at 400% zoom has as much room as 320 × 256 px. */
const room = { width: 320, height: 256 }
const most = 70

test('at 400% one sees the focus', { tag: '@chromium' }, async ({ open }) => {
  test.setTimeout(180_000)
  const { server: started, people } = await openStage('live')
  await using server = started
  const { page } = await open(server, { ...room, reducedMotion: 'reduce', as: people.guest ?? undefined })
  await scorecard(page).start({ round: 'Standard Indoor' })
  await expectInSight(page, 'a card')
  for (const path of ['/home', '/my-practices', '/profile']) {
    await page.goto(path)
    await expect(page.getByText('Loading...')).toHaveCount(0)
    await untilQuiet(page)
    await expectInSight(page, path)
  }
})

/** Tabs through the page, or its first part, and back: on the way up, sticky headers are in the way. */
async function expectInSight(page: Page, where: string) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(room.width)
  for (const key of ['Tab', 'Shift+Tab'])
    for (let n = 0; n < most; n++) {
      await page.keyboard.press(key)
      await page.evaluate(untilStill)
      // Elements that had the focus disappear, and bars return, a moment later.
      const look = expect.poll(() => page.evaluate(hiddenFocus), {
        message: `${where}, ${n + 1} times ${key}`,
      })
      await look.toMatch(/^(nothing|end)$/)
      if ((await page.evaluate(hiddenFocus)) === 'end') break
    }
}

/** Resolves once a page has been still for several frames, as before a person's next press. Runs in the page. */
async function untilStill() {
  for (let [frames, last] = [0, scrollY]; frames < 4; frames = last === scrollY ? frames + 1 : 0) {
    last = scrollY
    await new Promise(requestAnimationFrame)
  }
}

/** The focused element, if no part of it is visible; `end` where the page has no more stops. Runs in the page. */
function hiddenFocus() {
  const focused = document.activeElement
  if (focused === null || focused === document.body || focused instanceof HTMLIFrameElement) return 'end'
  // Checkboxes and file fields are drawn by their labels.
  const drawn = focused instanceof HTMLInputElement && /^(checkbox|radio|file)$/.test(focused.type)
  const shown = drawn ? (focused.labels?.[0] ?? focused) : focused
  const box = shown.getBoundingClientRect()
  const own = (hit: Element | null) => hit !== null && (shown.contains(hit) || focused.contains(hit))
  const steps = [0.1, 0.3, 0.5, 0.7, 0.9]
  const seen = steps.some((right) =>
    steps.some((down) => own(document.elementFromPoint(box.x + box.width * right, box.y + box.height * down))),
  )
  if (seen) return 'nothing'
  const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  return `${focused.outerHTML.slice(0, 160)} at ${box.y} of ${innerHeight}, under ${over?.outerHTML.slice(0, 80)}`
}
