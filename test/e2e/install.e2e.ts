import { expect, type Page } from '@playwright/test'
import { installMessages } from '#domain/text/device-messages.ts'
import { type Open, test } from '#test/support/browser-test.ts'
import { startClubAtPractice } from '#test/support/live-club.ts'
import { quickMember } from '#test/support/quick-member.ts'

const day = 86_400_000

/** A live practice, and Ana ready to check in. */
async function openAna(open: Open) {
  const { server, dispose } = await startClubAtPractice(['tonight'])
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez' })
  await kai.call('practices.start', { practiceId: 'tonight' })
  await ana.call('passes.use')
  const person = await open(server, { as: ana })
  return {
    ...person,
    async takeOff() {
      const { live } = (await ana.call('home.get')) as { live: { attendees: { memberId: string }[] } }
      await kai.call('practices.removeAttendee', {
        practiceId: 'tonight',
        memberId: live.attendees[0]?.memberId,
      })
    },
    async [Symbol.asyncDispose]() {
      await person.context.close()
      await dispose()
    },
  }
}

/** Chromium's event that the app can be installed; `data-asked` counts how often the prompt was shown. */
function offerInstallation(page: Page) {
  return page.evaluate(() => {
    const { dataset } = document.documentElement
    const prompt = async () => {
      dataset.asked = String(Number(dataset.asked ?? 0) + 1)
    }
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
    dispatchEvent(event)
    dataset.ownBar = String(!event.defaultPrevented)
  })
}

async function checkIn(page: Page) {
  await page.getByRole('button', { name: 'Check In' }).click()
  await expect(page.getByText('Checked in ✓')).toBeVisible()
}

/** Waits long enough for an offer to appear. */
async function expectNoOffer(page: Page) {
  await page.waitForTimeout(2500)
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('after a check-in the app is offered, in no open dialog, and not again', async ({ open }) => {
  await using ana = await openAna(open)
  const { page } = ana
  await page.goto('/home')
  await offerInstallation(page)
  const offer = page.getByRole('dialog', { name: installMessages.ask })
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-own-bar', 'false')
  await expectNoOffer(page)

  await checkIn(page)
  await page.getByRole('button', { name: 'Profile' }).click()
  await page.waitForTimeout(2500)
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(offer).toBeVisible()
  await expect(root).not.toHaveAttribute('data-asked')
  await offer.getByRole('button', { name: installMessages.install }).click()
  await expect(root).toHaveAttribute('data-asked', '1')
  await expect(offer).toBeHidden()

  // Not even after 61 days, because it was installed.
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
  await ana.takeOff()
  await page.clock.setFixedTime(Date.now() + 61 * day)
  await page.reload()
  await offerInstallation(page)
  await checkIn(page)
  await expectNoOffer(page)
})
