import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { type Open, test } from '#test/support/browser-test.ts'
import { type QuickMember, quickMember } from '#test/support/quick-member.ts'
import type { RunningServer } from '#test/support/server.ts'

/** A new club on your own machine: the command that Home shows makes you its first officer. */
const followsWithinMs = 2000
const run = promisify(execFile)

async function openHome(open: Open, server: RunningServer, member: QuickMember, width: number) {
  const person = await open(server, { as: member, at: '/home', width })
  const card = person.page.getByRole('region', { name: 'Become an officer' })
  await expect(card).toBeVisible()
  return { ...person, card, command: card.getByRole('code') }
}

for (const width of [390, 1280])
  test(`the command on Home makes an officer on every open page, at ${width}`, async ({ server, open }) => {
    const email = "ana.o'brien@purdue.edu"
    const ana = await quickMember(server, { email, first: 'Ana' })
    const ben = await quickMember(server, { email: 'ben@purdue.edu', first: 'Ben' })
    const { page, card, command } = await openHome(open, server, ana, width)
    const other = await openHome(open, server, ben, width)
    await expect(other.command).toHaveText('npm run quiver -- officer add ben@purdue.edu')
    await page.evaluate(() => {
      const copied: string[] = []
      Object.assign(window, { copied })
      navigator.clipboard.writeText = async (text) => void copied.push(text)
    })
    await card.getByRole('button', { name: 'Copy command' }).click()
    await expect(page.getByText('Command copied.')).toBeVisible()
    const copied = await page.evaluate(() => (window as unknown as { copied: string[] }).copied)
    expect(copied).toEqual([await command.textContent()])
    // In a shell, exactly as it was copied.
    const { stdout } = await run('sh', ['-c', copied[0] ?? ''], { env: { ...process.env, ...server.env } })
    expect(stdout).toContain(`${email} is now an officer`)
    await expect(card).toHaveCount(0, { timeout: followsWithinMs })
    const link = page.getByRole('link', { name: 'Members', exact: false })
    await expect(link.first()).toBeVisible({ timeout: followsWithinMs })
    if (width === 390) await page.getByRole('button', { name: 'Menu' }).click()
    const bar =
      width === 390 ? page.getByRole('dialog', { name: 'Menu' }) : page.getByRole('navigation', { name: 'Main' })
    for (const name of ['Manage Practices', 'Members', 'Resources'])
      await expect(bar.getByRole('link', { name, exact: true })).toBeVisible()
    await expect(other.card).toHaveCount(0, { timeout: followsWithinMs })
    await other.page.reload()
    await expect(other.page.getByRole('link', { name: /^Scorecard/ }).first()).toBeVisible()
    await expect(other.card).toHaveCount(0)
  })

test('where copying is refused, the command is selected to be copied by hand', async ({ server, open }) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana' })
  const { page, card, command } = await openHome(open, server, ana, 390)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('not allowed', 'NotAllowedError'))
  })
  await card.getByRole('button', { name: 'Copy command' }).click()
  await expect(card.getByRole('status')).toHaveText(
    'Your browser blocked copying. The command is selected, so you can copy it from the field.',
  )
  expect(await page.evaluate(() => String(getSelection()))).toBe(await command.textContent())
})
