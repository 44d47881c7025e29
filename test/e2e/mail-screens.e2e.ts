import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { axeFindings } from '#test/support/axe.ts'
import { smallTargets } from '#tools/screenshots/small-touch-targets.ts'
import { looks as all, emulated, phone, pictureFolder } from '../../tools/screenshots/look.ts'
import { type MailScene, mailScenes } from '../../tools/screenshots/mails.ts'

/**
 * Every email as a browser shows it, light or dark, here in two of the four looks in turn. `npm run test:matrix --
 * mail` covers all of them, with screenshots, and the plain text as well.
 */
const looks = all.filter(({ theme }) => theme !== 'outdoor')
const whole = process.env.QUIVER_MATRIX !== undefined
const chosen = mailScenes.filter(({ name }) => name.includes(process.env.QUIVER_MATRIX ?? ''))

for (const { width, theme } of looks)
  test(`emails are readable at ${width}, ${theme}`, async ({ browser }) => {
    test.setTimeout(180_000)
    const context = await browser.newContext({ viewport: { width, height: 844 }, ...emulated(theme) })
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const turn = (width === phone) === (theme === 'light') ? 0 : 1
    for (const scene of whole ? chosen : chosen.filter((_, at) => at % 2 === turn)) {
      await page.setViewportSize({ width, height: 844 })
      await page.setContent(scene.html)
      const name = `${scene.name}-${width}-${theme}`
      if (whole) await page.screenshot({ path: join(pictureFolder, `${name}.png`), fullPage: true })
      expect.soft(await inspect(page, width), name).toEqual([])
      if (whole && theme === 'light') await takeText(page, scene, width)
    }
    expect(asked, 'a mail loads nothing').toEqual([])
    await context.close()
  })

/** An email is shown inside its reader's page, so landmarks and the like belong to that page. */
async function inspect(page: Page, width: number) {
  const found = await axeFindings(page, ['region', 'landmark-one-main'])
  const button = await page.locator('a.press').boundingBox()
  if (!button || button.height < 44) found.push(`the button is ${button?.height} px high`)
  if (width !== phone) return found
  found.push(...(await smallTargets(page)))
  await page.setViewportSize({ width: 320, height: 740 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  if (wide > 320) found.push(`at 320 px the mail is ${wide} px wide`)
  return found
}

/** As a plain-text email program shows it. */
async function takeText(page: Page, { name, text }: MailScene, width: number) {
  await page.setViewportSize({ width, height: 844 })
  await page.setContent(
    '<pre style="margin:16px;white-space:pre-wrap;overflow-wrap:anywhere;font:14px/20px monospace">',
  )
  await page.locator('pre').evaluate((pre, content) => {
    pre.textContent = content
  }, text)
  await page.screenshot({ path: join(pictureFolder, `${name}-text-${width}.png`), fullPage: true })
}
