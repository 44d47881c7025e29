import { expect } from '@playwright/test'
import { test } from '#test/support/browser-test.ts'
import { holdUp, installInPage } from '#test/support/fake-camera.ts'
import { samplePractices } from '#test/support/move-practice.ts'
import { quickMember } from '#test/support/quick-member.ts'

/**
 * Officers' edits without a connection: blocked up front, with the reason, and enabled again with everything that was
 * typed.
 */
const reason = 'You seem to be offline. This needs a connection.'

test('changes of a member wait for a connection, and what was typed stays', async ({ server, open, kai }) => {
  await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana', last: 'Lopez', car: 4 })
  const anaNow = async () => {
    const { members } = (await kai.call('members.get')) as { members: Record<string, unknown>[] }
    return members.find(({ name }) => name === 'Ana Lopez') ?? {}
  }
  const { page, context } = await open(server, { as: kai, at: `/members?member=${(await anaNow()).id}` })
  // Mutations only: reads may be repeated.
  const sent: string[] = []
  page.on('request', (request) => {
    const [, operation = ''] = /\/rpc\/(.+)$/.exec(request.url()) ?? []
    if (/\/(set|add|remove|order|restore)/.test(operation)) sent.push(operation)
  })
  const dialog = page.getByRole('dialog')
  const why = dialog.getByRole('status').filter({ hasText: reason })
  const save = dialog.getByRole('button', { name: 'Save' })
  const pass = dialog.getByRole('combobox', { name: 'Current Pass' })
  await dialog.getByRole('spinbutton', { name: 'Total Paid Practices' }).fill('7')
  await dialog.getByLabel('Reason (optional)').fill('Paid at the range')
  await pass.focus()

  await context.setOffline(true)
  // One reason for all of them, and the focus stays where it was.
  await expect(why).toHaveCount(1)
  await expect(pass).toBeFocused()
  await expect(pass).toHaveAccessibleDescription(reason)
  await pass.press('ArrowDown')
  await expect(pass).toHaveValue('none')
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await expect(save).toHaveAccessibleDescription(reason)
  // A blocked control still receives the press, as from a real finger.
  await save.click({ force: true })
  await dialog.getByLabel('Reason (optional)').press('Enter')
  expect(sent).toEqual([])
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')

  await context.setOffline(false)
  await expect(why).toHaveCount(0)
  await expect(save).not.toHaveAttribute('aria-disabled', 'true')
  await expect(dialog.getByLabel('Reason (optional)')).toHaveValue('Paid at the range')
  await save.click()
  await expect(page.getByText(/^Ana Lopez now has 7 paid practices/)).toBeVisible()
  expect((await anaNow()).paidPractices).toBe(7)
})

test('two officers without a connection scan the same twenty members, and each counts once', async ({
  server,
  open,
  kai,
}) => {
  test.slow()
  const [practiceId = ''] = await samplePractices(kai)
  await kai.call('practices.start', { practiceId })
  const dana = await quickMember(server, { email: 'dana@purdue.edu', first: 'Dana', officer: true })
  const members = await Promise.all(
    Array.from({ length: 20 }, (_, i) => quickMember(server, { email: `member${i}@purdue.edu`, last: `Number ${i}` })),
  )
  const codes: string[] = []
  for (const { call } of members) {
    await call('passes.use')
    await call('passCode.create')
    codes.push(String((await call('passCode.get')).code))
  }
  const phones = await Promise.all(
    [kai, dana].map(async (as, i) => {
      const { page, context } = await open(server, { as, mayComplain: true })
      await page.addInitScript(installInPage)
      await Promise.all([page.waitForResponse(/rpc\/scanList/), page.goto('/scan')])
      // The reader of codes has loaded.
      await holdUp(page, 'https://example.com/menu')
      await expect(page.getByText('Not a pass')).toBeVisible()
      await context.setOffline(true)
      // Not in the same order.
      for (const [n, code] of (i === 0 ? codes : codes.toReversed()).entries()) {
        await holdUp(page, code)
        await expect(page.getByText(`${n + 1} ${n === 0 ? 'scan' : 'scans'} waiting for a connection`)).toBeVisible()
      }
      return { page, context }
    }),
  )
  const attendees = async () =>
    (await kai.call('practiceRecord.get', { practiceId })).attendees as { memberId: string }[]
  expect(await attendees()).toEqual([])
  await Promise.all(phones.map(({ context }) => context.setOffline(false)))
  for (const { page } of phones)
    await expect(page.getByText(/waiting for a connection/)).toHaveCount(0, { timeout: 30_000 })
  const counted = (await attendees()).map(({ memberId }) => memberId)
  expect([counted.length, new Set(counted).size]).toEqual([20, 20])
  const left = await Promise.all(members.map(async ({ call }) => (await call('passes.get')).dayPasses))
  expect(new Set(left)).toEqual(new Set([1]))
  expect((await server.quiver('verify')).code).toBe(0)
})
