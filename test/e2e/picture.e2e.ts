import { expect, type Page } from '@playwright/test'
import { type Open, test } from '#test/support/browser-test.ts'
import { choosePicture, dragPhotoRight, partOf, sentBy, watchSending, zoomOf } from '#test/support/picture-editor.ts'
import { colorAt, jpeg, photo } from '#test/support/pictures.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { type RunningServer, startServerProcess } from '#test/support/server.ts'

/** Choosing, cropping, uploading, and showing a profile picture. */
const wide = { width: 1600, height: 800 }

async function atStepTwo(open: Open, server: Pick<RunningServer, 'url' | 'dataDir' | 'quiver'>) {
  const ana = await quickMember(server, { email: 'ana@purdue.edu', wizard: false })
  return open(server, { as: ana, at: '/welcome?step=2', mayComplain: true })
}

const stepThree = (page: Page) => page.getByText('Step 3 of 5')

// Shows: 2.51, 2.88, 2.89, 2.90, 2.91, 5.17, 5.18, 7.35, 9.15, 9.16
test('a photo is cropped, sent with 1024 pixels a side at most, and removed; a text file is refused', {
  tag: '@chromium',
}, async ({ server, open }) => {
  const { page, context } = await atStepTwo(open, server)
  await choosePicture(page, Buffer.from('no picture'), 'notes.jpg')
  await expect(page.getByRole('alert').filter({ hasText: 'Choose another one, such as a JPEG or PNG.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Skip' })).toBeVisible()
  const gif = await (await photo({ width: 4800, height: 2400 })).gif().toBuffer()
  await choosePicture(page, gif, 'me.gif')
  await expect(page.getByRole('button', { name: 'Skip' })).toHaveCount(0)
  await expect(partOf(page)).toHaveCSS('border-radius', '50%')
  const zoom = zoomOf(page)
  await expect(zoom).toHaveValue('1')
  for (const [name, value] of Object.entries({ min: '1', max: '3', step: '0.1' }))
    await expect(zoom).toHaveAttribute(name, value)
  await zoom.fill('1.8')
  await expect(page.getByText('1.8×', { exact: true })).toBeVisible()

  // The right half, which is blue, leaves the crop window.
  await dragPhotoRight(page)
  await watchSending(page)
  await page.getByRole('button', { name: 'Next' }).click()
  expect(await sentBy(page)).toEqual({ type: 'image/jpeg', width: 1024, height: 1024 })
  await expect(stepThree(page)).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  const picture = page.getByRole('img', { name: 'Your photo' })
  await expect(picture).toHaveAttribute('src', /^\/files\/pictures\/[\w-]{24}\/512\.webp$/)
  const stored = await context.request.get(server.url + (await picture.getAttribute('src')))
  const bytes = await stored.body()
  expect([await colorAt(bytes, 0.1), await colorAt(bytes, 0.9)]).toEqual(['red', 'red'])

  await page.getByRole('button', { name: 'Profile' }).click()
  await expect(page.getByRole('dialog').locator('img')).toHaveAttribute(
    'src',
    (await picture.getAttribute('src')) ?? '',
  )
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await expect(page.getByRole('img', { name: 'Default photo' })).toHaveAttribute('src', '/default-pfp.png')
  await expect(page.getByRole('button', { name: 'Choose a photo' })).toBeFocused()
})

// Shows: 9.46, T66
test('a server that is gone is tried until it is back, and the photo can be skipped', async ({ open }) => {
  await using server = await startServerProcess()
  const { page } = await atStepTwo(open, server)
  await choosePicture(page, await jpeg(wide))
  await expect(zoomOf(page)).toBeVisible()
  await server.kill()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText(/^No connection\. We’ll try again in \d+ seconds?\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible()
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await expect(stepThree(page)).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await choosePicture(page, await jpeg(wide))
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText(/We’ll try again in/)).toBeVisible()
  await using _ = await startServerProcess({ again: server })
  await expect(stepThree(page)).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible()
})
