import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { openPerson } from '#test/support/person.ts'
import { quickMember, takeSession } from '#test/support/quick-member.ts'
import { startServer } from '#test/support/server.ts'

const mapHost = 'https://www.openstreetmap.org/**'
const footer = (page: Page) => page.getByRole('contentinfo').getByRole('link')

/** Stands in for the remote host of a new club's sample maps; each page names itself. */
async function stubMaps(context: BrowserContext) {
  await context.route(mapHost, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Map</title><h1>A sample map</h1>' }),
  )
}

test('a new club has samples until an officer removes them on every page', async ({ browser }) => {
  await using server = await startServer({ sampleSettings: true })
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const member = await openPerson(browser, server, { width: 390, height: 1600 })
  const officer = await openPerson(browser, server, { width: 1280, height: 1600 })
  for (const { context } of [member, officer]) await stubMaps(context)

  await member.page.goto('/login')
  await expect(footer(member.page)).toHaveText([
    ...[/^Constitution/, 'Merch', 'Sponsorship', 'Donate'],
    ...[/^Instagram/, /^YouTube/, /^Slack/, /^Campus page/, /mail/],
  ])
  const merch = () => member.page.request.get('/merch', { maxRedirects: 0 })
  expect((await merch()).headers().location).toBe('https://store.example/merch')

  await takeSession(member.context, server, ana)
  await takeSession(officer.context, server, kai)
  await member.page.goto('/home')
  await expect(member.page.frameLocator('iframe').getByRole('heading', { name: 'A sample map' })).toBeAttached()
  await expect(member.page.getByText('101 N Grant St, West Lafayette, IN 47906')).toBeVisible()
  await expect(member.page.getByRole('contentinfo').getByText('Sample')).toHaveCount(0)
  await expect(member.page.getByRole('button', { name: 'Remove samples' })).toHaveCount(0)
  await member.page
    .getByRole('button', { name: /^My Past Practices|^Purchase Pass|^My Pass/ })
    .first()
    .click()
  await expect(member.page.getByRole('link', { name: /^Buy Pass/ })).toHaveAttribute(
    'href',
    'https://store.example/day-passes',
  )
  await member.page.keyboard.press('Escape')

  await officer.page.goto('/resources')
  await expect(officer.page.getByRole('region', { name: 'Documents and links' }).getByText('Sample')).toBeVisible()
  await expect(officer.page.getByRole('link', { name: /^Equipment list/ })).toBeVisible()
  await officer.page.goto('/home')
  await expect(officer.page.getByText('Finish setting up')).toHaveCount(0)
  await expect(officer.page.getByRole('contentinfo').getByText('Sample')).toBeVisible()
  await expect(officer.page.getByText('The practices, maps, and links here are samples')).toBeVisible()
  await officer.page.getByRole('button', { name: 'Remove samples' }).click()
  await officer.page.getByRole('alertdialog').getByRole('button', { name: 'Remove samples' }).click()
  await expect(officer.page.getByText('Samples removed.')).toBeVisible()
  await expect(officer.page.getByRole('region', { name: 'Finish setting up' })).toBeVisible()

  // Both pages follow without a reload, including the footer.
  for (const { page } of [member, officer]) {
    await expect(footer(page)).toHaveText([/^Constitution/, 'Merch', 'Sponsorship', 'Donate'])
    await expect(page.locator('iframe')).toHaveCount(0)
    await expect(page.getByText(/^sample$|^sample practice/i)).toHaveCount(0)
  }
  expect((await merch()).headers().location).toBe('/login')
  for (const { complaints, context } of [member, officer]) {
    expect(complaints).toEqual([])
    await context.close()
  }
})
