import { expect, test } from '@playwright/test'
import { startClubAtPractice } from '#test/support/live-club.ts'
import { jpeg } from '#test/support/pictures.ts'
import { givePicture, type QuickMember, quickMember } from '#test/support/quick-member.ts'
import { openNewcomer, ways } from '#test/support/variants.ts'

/** The live practice panel, sentence by sentence: each step starts with the number of its row in docs/coverage.md. */
let club: Awaited<ReturnType<typeof startClubAtPractice>>
let kai: QuickMember
test.beforeAll(async () => {
  // One practice for each test, which starts and ends it.
  club = await startClubAtPractice(ways.map(({ who, width }) => `${who} ${width}`.replaceAll(' ', '')))
  kai = await quickMember(club.server, { email: 'kai@purdue.edu', first: 'Kai', officer: true })
})
test.afterAll(() => club.dispose())

const { step } = test

for (const way of ways) {
  const { who, width, officer } = way
  // Shows: 2.106, 2.125, 2.126, 2.127, 2.128, 2.129, 2.130, 2.131, 2.132, 2.133, 2.134, 6.17, 7.28, 8.27
  test(`the live practice panel, sentence by sentence, as ${who} at ${width}`, async ({ browser }) => {
    const { server, startsAtMs } = club
    const practiceId = `${who} ${width}`.replaceAll(' ', '')
    const facts = { first: 'Ana', last: 'Lopez', pronouns: ['She/Her', 'xe/xem'] }
    const { page, context, complaints, member } = await openNewcomer(browser, server, way, facts)
    const ben = await quickMember(server, { email: `ben.${practiceId}@purdue.edu`, first: 'Ben', last: 'Okafor' })
    const pictureUrl = await givePicture(server, member, await jpeg())
    for (const each of [member, ben]) await each.call('passes.use')
    await page.goto('/home')
    await expect(page.getByText("A practice hasn't started yet.", { exact: true })).toBeVisible()
    await kai.call('practices.start', { practiceId })

    const panel = page.getByRole('region', { name: 'LIVE Tuesday practice' })
    await step('2.125 live panel: the event’s title', () =>
      expect(panel.getByRole('heading', { name: 'Tuesday practice' })).toBeVisible(),
    )
    await step('2.126 its date and from when to when', async () => {
      const zone = { timeZone: 'America/Indiana/Indianapolis' } as const
      const date = new Intl.DateTimeFormat('en-US', { ...zone, weekday: 'short', month: 'short', day: 'numeric' })
      const time = new Intl.DateTimeFormat('en-US', { ...zone, hour: 'numeric', minute: '2-digit' })
      const words = (ms: number) => time.format(ms).replace(/\s[AP]M/, '')
      const line = panel.locator('time').filter({ hasText: date.format(startsAtMs) })
      await expect(line).toContainText(words(startsAtMs))
      await expect(line).toContainText(new RegExp(`–\\s(${words(startsAtMs + 120 * 60_000)}\\s[AP]M|midnight)`))
    })
    await step('2.127 on demand its location, description and organizer', async () => {
      const told = { Location: 'Lafayette Range', Description: 'Bring water.', Organizer: 'officers@purdue.edu' }
      const details = panel.getByRole('button', { name: 'Details' })
      for (const text of ['Description', 'Bring water.', 'Organizer', 'officers@purdue.edu'])
        await expect(panel.getByText(text, { exact: true })).toBeHidden()
      await details.click()
      for (const [name, text] of Object.entries(told)) {
        await expect(panel.getByText(name, { exact: true })).toBeVisible()
        await expect(panel.getByRole('definition').filter({ hasText: text })).toBeVisible()
      }
      await details.click()
      await expect(panel.getByText('officers@purdue.edu')).toBeHidden()
    })
    const count = panel.locator('p:not([role])').filter({ hasText: /Members? in Attendance/ })
    await step("2.128 how many 'Members in Attendance'", async () => {
      await expect(count).toHaveText(/^0\s*Members in Attendance$/)
      await ben.call('practices.checkIn', { practiceId })
      await expect(count).toHaveText(/^1\s*Member in Attendance$/)
    })
    await step("2.129 'Check In'", async () => {
      await page.getByRole('button', { name: 'Check In' }).click()
      await expect(count).toHaveText(/^2\s*Members in Attendance$/)
      await expect(page.getByRole('button', { name: 'Check In' })).toHaveCount(0)
      expect(await member.call('home.get')).toMatchObject({ attended: 1 })
    })
    const cells = panel.getByRole('list', { name: 'Checked in' }).getByRole('listitem')
    const mine = cells.filter({ hasText: 'Ana Lopez' })
    const his = cells.filter({ hasText: 'Ben Okafor' })
    await step('2.130 the grid has each member’s photo', async () => {
      const face = mine.locator('img')
      await expect(face).toHaveAttribute('src', pictureUrl.replace('512', '96'))
      await expect.poll(() => face.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(96)
      await expect(his.locator('[data-initials="BO"]')).toBeVisible()
    })
    await step('2.131 their name', async () => {
      await expect(mine.getByText('Ana Lopez', { exact: true })).toBeVisible()
      await expect(his.getByText('Ben Okafor', { exact: true })).toBeVisible()
    })
    await step('2.132 and their pronouns', async () => {
      await expect(mine.getByText('She/Her, xe/xem')).toBeVisible()
      await expect(his.getByText('They/Them')).toBeVisible()
    })

    const end = page.getByRole('button', { name: 'End Practice Early' })
    const crosses = page.getByRole('button', { name: /^Remove / })
    const question = page.getByRole('alertdialog')
    await step('2.134 and a cross beside each member, to remove them', async () => {
      await expect(crosses).toHaveCount(officer ? 2 : 0)
      if (!officer) return
      await his.getByRole('button', { name: 'Remove Ben Okafor' }).click()
      await question.getByRole('button', { name: 'Remove' }).click()
      await expect(his).toHaveCount(0)
      await expect(mine).toBeVisible()
      await expect(count).toHaveText(/^1\s*Member in Attendance$/)
      expect(await ben.call('home.get')).toMatchObject({ attended: 0 })
    })
    await step("2.133 officers have 'End Practice Early'", async () => {
      await expect(end).toHaveCount(officer ? 1 : 0)
      if (officer) {
        await end.click()
        await question.getByRole('button', { name: /^End/ }).click()
      } else await kai.call('practices.endEarly', { practiceId })
      await expect(panel).toHaveCount(0)
    })
    expect(complaints).toEqual([])
    await context.close()
  })
}
