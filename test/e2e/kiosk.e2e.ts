import { expect } from '@playwright/test'
import { axeFindings } from '#test/support/axe.ts'
import { test } from '#test/support/browser-test.ts'
import { holdUp, installInPage, passCodeOf } from '#test/support/fake-camera.ts'
import { startSamplePractice } from '#test/support/move-practice.ts'

for (const [width, colorScheme] of [
  [390, 'dark'],
  [1024, 'light'],
] as const)
  test(`by touch at ${width} px a kiosk leads from name to start, and out`, async ({ server, kai, ana, open }) => {
    await startSamplePractice(kai)
    await ana.call('passes.use')
    const { page } = await open(server, { as: kai, at: '/home?open=kiosk', width, colorScheme, hasTouch: true })
    const tap = (name: string) => page.getByRole('button', { name, exact: true }).tap()
    const isAccessible = async () => expect(await axeFindings(page)).toEqual([])
    await page.getByRole('textbox', { name: 'PIN' }).fill('482913')
    await isAccessible()
    await tap('Start Kiosk')
    await expect(page).toHaveURL(/\/kiosk$/)
    const field = page.getByRole('textbox', { name: 'Type your name' })
    await field.fill('l')
    await expect(page.getByRole('button', { name: 'Ana Lopez' })).toBeHidden()
    await field.fill('lópe')
    await expect(page.getByText('1 name')).toBeAttached()
    await isAccessible()
    await tap('Ana Lopez')
    await expect(page.getByRole('heading', { name: 'Is this you?' })).toBeFocused()
    await isAccessible()
    await tap('No')
    await expect(field).toHaveValue('')
    await field.fill('ana')
    await tap('Ana Lopez')
    await page.getByRole('button', { name: 'Yes, check in' }).dblclick()
    await expect(page.getByRole('heading', { name: 'You’re checked in.' })).toBeFocused()
    await isAccessible()
    await expect(field).toBeVisible({ timeout: 8000 })
    await expect(page.getByText('Ana')).toBeHidden()

    await tap('Leave kiosk')
    const leave = async (pin: string) => {
      await page.getByRole('textbox', { name: 'PIN' }).fill(pin)
      await tap('Leave kiosk')
    }
    await leave('000000')
    await expect(page.getByText('That PIN is wrong.')).toBeVisible()
    await isAccessible()
    await leave('482913')
    await expect(page).toHaveURL(/\/login/)
  })

test('a kiosk asks once about a pass in view, and again when it comes back', async ({ server, kai, ana, open }) => {
  await startSamplePractice(kai)
  const code = await passCodeOf(ana)
  const { page } = await open(server, { as: kai, at: '/home?open=kiosk', width: 1024 })
  await page.addInitScript(installInPage)
  await page.getByRole('textbox', { name: 'PIN' }).fill('482913')
  await page.getByRole('button', { name: 'Start Kiosk' }).click()
  const question = page.getByRole('heading', { name: 'Is this you?' })
  const scanning = page.getByText('Or hold the code on My Pass up to the camera.')
  await scanning.waitFor()
  await holdUp(page, code)
  await expect(question).toBeFocused()
  await page.getByRole('button', { name: 'No' }).click()
  await scanning.waitFor()
  await page.waitForTimeout(4000)
  await expect(scanning).toBeVisible()
  await holdUp(page, null)
  await page.waitForTimeout(3500)
  await page.route(/\/rpc\/kioskPerson/, (route) => route.fulfill({ status: 503, body: '' }))
  await holdUp(page, code)
  await page.getByRole('button', { name: 'Try Again' }).waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(question).toBeFocused()
})
