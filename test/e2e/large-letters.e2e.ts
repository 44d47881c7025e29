import { expect, test } from '@playwright/test'
import { startMapHost } from '#test/support/map-host.ts'
import { clubTime, movePractice, samplePractices } from '#test/support/move-practice.ts'
import { openPerson } from '#test/support/person.ts'
import { quickMember, takeSession } from '#test/support/quick-member.ts'
import { untilQuiet } from '#test/support/quiet.ts'
import { startServer } from '#test/support/server.ts'

const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmützentraining'
const pages = [
  ...['/home', '/home?open=pass', '/home?open=past', '/home?open=upcoming'],
  ...['/my-pass', '/info', '/my-practices', '/scorecard'],
  ...['/profile', '/profile/notifications', '/profile/security', '/profile/data'],
]

test('nothing is cut off on a phone with an endless word and letters twice as large', async ({ browser }) => {
  test.setTimeout(120_000)
  const maps = await startMapHost()
  await using server = await startServer({ club: { maps: maps.maps } })
  const member = await quickMember(server, { email: 'ana@purdue.edu', first: 'Maximiliana', last: word.slice(0, 50) })
  const [first = ''] = await samplePractices(member)
  movePractice(server, first, { startsAtMs: clubTime(1, '18:00'), title: word })
  const { context, page, complaints } = await openPerson(browser, server)
  await takeSession(context, server, member)
  for (const large of [false, true])
    for (const path of pages) {
      await page.goto(path)
      await expect(page.getByRole('heading').first()).toBeAttached()
      await untilQuiet(page)
      if (large) await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'))
      expect(await page.evaluate(outsideTheScreen), `${path}${large ? ', large' : ''}`).toEqual([])
    }
  expect(complaints).toEqual([])
  await context.close()
  await maps.stop()
})

/** Text and controls that extend past the right edge, or are cut off by a box around them. Runs in the page. */
function outsideTheScreen() {
  const shown = [
    ...document.querySelectorAll('main :is(a, button, input, h1, h2, h3, p, li, dt, dd, span), dialog *, nav *'),
  ]
  const isCut = (element: Element) => {
    // Its padding may be cut off.
    const right = element.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(element).paddingRight)
    if (right > innerWidth + 1) return true
    for (let around = element.parentElement; around; around = around.parentElement)
      if (/hidden|clip/.test(getComputedStyle(around).overflowX))
        return right > around.getBoundingClientRect().right + 1 && around.getBoundingClientRect().width > 2
    return false
  }
  return shown
    .filter(
      (element) =>
        element.checkVisibility() &&
        isCut(element) &&
        !element.closest('svg, [aria-hidden], [type=checkbox], [type=radio]'),
    )
    .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`)
}
