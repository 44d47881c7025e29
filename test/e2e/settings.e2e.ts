import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { settingNames } from '#domain/settings/setting-list.ts'
import { test } from '#test/support/browser-test.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { startServerProcess } from '#test/support/server.ts'

/** The officers' settings: changed in the app, seen by everyone without a reload, undone with one press. */

const embedCode =
  '<iframe src="https://www.google.com/maps/embed?pb=!1m18!2d-86.9223!3d40.4284!2m3" width="600" height="450"></iframe>'

const row = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const edit = (page: Page, name: string) => page.getByRole('button', { name: `Edit ${name}`, exact: true }).click()
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

test('members see a changed setting without a reload, and Undo brings the old one back', async ({ start, open }) => {
  const server = await start({ club: { contactEmail: 'file@purdue.edu' } })
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const { page } = await open(server, { as: kai, at: '/home', width: 1280 })
  const member = await open(server, { as: ana, at: '/info', width: 1280 })
  const contact = member.page.getByRole('contentinfo').getByRole('link', { name: 'Email us' })
  await expect(contact).toHaveAttribute('href', 'mailto:file@purdue.edu')

  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveTitle('Settings · Archery Club')
  await page.getByRole('button', { name: 'Edit Contact email', exact: true }).press('Enter')
  await expect(page.getByRole('checkbox', { name: 'We don’t have one' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Contact email' }).fill('archery@')
  await save(page)
  await expect(page.getByText('Enter an email address, like archery@example.edu.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Contact email' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Contact email' }).fill('archery@purdue.edu')
  await save(page)
  await expect(row(page, 'Contact email')).toContainText('archery@purdue.edu')
  await expect(contact).toHaveAttribute('href', 'mailto:archery@purdue.edu')

  await edit(page, 'Logo')
  await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeFocused()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await edit(page, 'Waitlist cut-off')
  await expect(page.getByRole('spinbutton', { name: 'Waitlist cut-off' })).toBeFocused()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await edit(page, 'Range rules')
  await page.getByRole('button', { name: 'Remove Entry 9' }).click()
  await page.getByRole('textbox', { name: 'Rule' }).first().fill('Never run on the range.')
  await save(page)
  await expect(row(page, 'Range rules')).toContainText('8 rules')
  await expect(member.page.getByText('Never run on the range.')).toBeVisible()

  await page.getByRole('button', { name: 'Undo: Contact email' }).click()
  await expect(row(page, 'Contact email')).toContainText('file@purdue.edu')
  await expect(contact).toHaveAttribute('href', 'mailto:file@purdue.edu')
  await page.goto('/resources?tab=audit')
  await expect(page.getByText('undid a change of the setting “Contact email”')).toBeVisible()
})

test('of two officers, the second sees what the first has saved before deciding', async ({ server, kai, open }) => {
  const lee = await quickMember(server, { email: 'lee@purdue.edu', officer: true })
  const one = await open(server, { as: kai, at: '/settings' })
  const two = await open(server, { as: lee, at: '/settings' })
  for (const { page } of [one, two]) await edit(page, 'Club name')
  await two.page.getByRole('textbox', { name: 'Club name' }).fill('Lee’s Archers')
  await one.page.getByRole('textbox', { name: 'Club name' }).fill('Kai’s Archers')
  await save(one.page)
  await expect(row(one.page, 'Club name')).toContainText('Kai’s Archers')
  await save(two.page)
  const warning = two.page.getByRole('alert').filter({ hasText: 'Kai Tanaka has changed this since you opened it.' })
  await expect(warning).toContainText('Kai’s Archers')
  await expect(two.page.getByRole('textbox', { name: 'Club name' })).toHaveValue('Lee’s Archers')
  await two.page.getByRole('button', { name: 'Save mine anyway' }).click()
  await expect(row(one.page, 'Club name')).toContainText('Lee’s Archers')
  await expect(one.page).toHaveTitle('Settings · Lee’s Archers')
})

test('a club is set up from Home in ten steps by keyboard; what is skipped is left', async ({ server, kai, open }) => {
  const { page } = await open(server, { as: kai, at: '/home' })
  await expect(page.getByText('10 things are left that members don’t see yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Continue setting up' }).press('Enter')
  const step = async (label: string) => {
    await expect(page.getByRole('heading', { level: 1, name: label })).toBeFocused()
  }
  const type = (name: string, text: string) => page.getByLabel(name, { exact: true }).first().fill(text)
  const goOn = () => page.getByRole('button', { name: 'Save and continue' }).press('Enter')
  const skip = () => page.getByRole('button', { name: 'Skip for now' }).press('Enter')

  await step('Contact email')
  await type('Contact email', 'archery@purdue.edu')
  await goOn()
  await step('Social media')
  await type('Name', 'Instagram')
  await type('Link', 'instagram.com/archers')
  await goOn()
  await expect(page.getByText('Enter a web address that starts with https://.')).toBeVisible()
  await type('Link', 'https://www.instagram.com/archers')
  await goOn()
  await step('The range')
  await type('Embedded map', embedCode)
  await expect(page.getByLabel('Latitude', { exact: true })).toHaveValue('40.4284')
  await type('Address', '1 Range Road')
  await goOn()
  await step('Carpool meetup')
  await page.getByRole('checkbox', { name: 'We don’t have one' }).press('Space')
  await goOn()
  await step('Buy day passes')
  await type('Buy day passes', 'https://store.example.edu/passes')
  await goOn()
  for (const label of ['Buy practices', 'Documents and links', 'Merch', 'Sponsorship', 'Donate']) {
    await step(label)
    await skip()
  }
  await step('5 things are left')
  await page.getByRole('link', { name: 'Go to Home' }).press('Enter')
  await expect(page.getByText('5 things are left that members don’t see yet.')).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: /^Instagram/ })).toHaveCount(1)
  await page.getByRole('link', { name: 'Continue setting up' }).press('Enter')
  await step('Buy practices')
})

test('a page leads to the fields that it lacks, and a server that is down loses nothing typed', async ({ open }) => {
  const server = await startServerProcess()
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const { page } = await open(server, { as: kai, at: '/resources', mayComplain: true })
  await page.getByRole('link', { name: 'Add documents and links' }).click()
  const fields = row(page, 'Documents and links')
  await expect(fields.getByRole('checkbox', { name: 'We don’t have any' })).toBeFocused()
  await expect(fields.getByRole('checkbox', { name: 'We don’t have any' })).toBeInViewport()
  await fields.getByRole('textbox', { name: 'Name', exact: true }).fill('Roster')
  await fields.getByRole('textbox', { name: 'Link', exact: true }).fill('https://docs.example.edu/roster')
  // In the middle of the request.
  server.freeze()
  await Promise.all([page.waitForRequest('**/clubSettings/set'), save(page)])
  await server.kill()
  await expect(page.getByText('You seem to be offline. Check your connection and try again.')).toBeVisible()
  await expect(fields.getByRole('textbox', { name: 'Link', exact: true })).toHaveValue(
    'https://docs.example.edu/roster',
  )
  await using again = await startServerProcess({ again: server })
  await save(page)
  await expect(fields).toContainText('Roster')
  await expect(page.getByRole('button', { name: 'Edit Documents and links' })).toBeVisible()
  expect(again.exitCode()).toBeNull()
})

test('a club gets its own look: a color, a logo, and its documents', async ({ server, kai, ana, open }) => {
  const { page } = await open(server, { as: kai, at: '/settings' })
  const member = await open(server, { as: ana, at: '/info', width: 1280 })
  const choose = (name: string, file: Picked) => chooseFile(page, name, file)

  await edit(page, 'Color')
  await page.getByRole('textbox', { name: 'Color', exact: true }).fill('#FFFFFF')
  await save(page)
  await expect(
    page.getByText(/^Buttons in this color are hard to see in light mode: .* 1:1 and must be at least 1.3:1/),
  ).toBeVisible()
  await page.getByRole('textbox', { name: 'Color', exact: true }).fill('#13294B')
  await expect(page.getByRole('textbox', { name: 'In dark mode', exact: true })).toHaveValue('#3F86F6')
  await save(page)
  const gold = () => getComputedStyle(document.documentElement).getPropertyValue('--gold')
  await expect.poll(() => member.page.evaluate(gold)).toBe('#13294B')

  await edit(page, 'Logo')
  const dark = { name: 'logo.png', buffer: await disk('#101216') }
  await choose('Choose a picture', dark)
  await expect(page.getByText('contrast is 1:1 in dark mode and must be at least 3:1')).toBeVisible()
  await choose('Choose a picture', { ...dark, buffer: await disk('#c02030') })
  await expect(page.getByText('Picture chosen')).toBeVisible()
  await save(page)
  const logo = member.page.getByRole('banner').locator('img[src^="/files/club/"]')
  await expect(logo).toHaveJSProperty('complete', true)
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  await edit(page, 'Constitution')
  const name = 'Constitution 2026.pdf'
  await choose('Choose a PDF', { name, buffer: Buffer.from('<html></html>') })
  await expect(page.getByText(/^The content isn’t what the name says/)).toBeVisible()
  await choose('Choose a PDF', { name, buffer: pdf })
  await save(page)
  await expect(row(page, 'Constitution')).toContainText('Constitution-2026.pdf')
  // The form names the file before it is saved.
  const constitution = async () => (await member.page.request.get('/constitution.pdf')).text()
  await expect.poll(constitution).toBe(pdf.toString())

  await edit(page, 'Documents and links')
  let goOn = () => {}
  const slow = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/clubFiles/upload', (route) => slow.then(() => route.continue()))
  await choose('Upload a file: Entry 1', { name: 'Range plan.csv', buffer: Buffer.from('Lane,Name\n') })
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Typed while it uploads')
  await save(page)
  await expect(page.getByText('Wait until the file is uploaded, then save.')).toBeVisible()
  goOn()
  await expect(page.getByText('Range-plan.csv', { exact: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Typed while it uploads')
  await save(page)
  await page.goto('/resources')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /Typed while it uploads/ }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Range-plan.csv')

  // Without the app's code, too.
  await member.page.goto('/unsubscribe')
  await expect.poll(() => member.page.evaluate(gold)).toBe('#13294B')
})

test('a fresh club is set up completely in at most three minutes @thorough', async ({ server, kai, open }) => {
  test.setTimeout(300_000)
  const { page } = await open(server, { as: kai, at: '/home', width: 1280 })
  page.setDefaultTimeout(10_000)
  const begunAt = Date.now()
  let fields = 0
  /** A second for each field: to read its name, and to think. */
  const thinking = async () => {
    fields += 1
    await page.waitForTimeout(1000)
  }
  const type = async (name: string, text: string) => {
    await thinking()
    await page
      .locator('input, textarea')
      .and(page.getByLabel(name, { exact: true }))
      .last()
      .fill(text)
  }
  const choose = async (name: string, file: Picked, shown: string) => {
    await thinking()
    await chooseFile(page, name, file)
    await expect(page.getByText(shown, { exact: true })).toBeVisible()
  }
  const link = 'https://archery.example.edu/page'
  const typeMap = async () => {
    await type('Embedded map', embedCode)
    await type('Address', '1 Range Road')
  }
  const typeLink = async () => {
    await type('Name', 'Archery')
    await type('Link', link)
  }
  const number = (name: string): [string, () => Promise<void>] => [name, () => type(name, '7')]
  const guided: [string, () => Promise<void>][] = [
    ['Contact email', () => type('Contact email', 'archery@purdue.edu')],
    ['Social media', typeLink],
    ['The range', typeMap],
    ['Carpool meetup', typeMap],
    ...['Buy day passes', 'Buy practices'].map((name): [string, () => Promise<void>] => [name, () => type(name, link)]),
    ['Documents and links', typeLink],
    ...['Merch', 'Sponsorship', 'Donate'].map((name): [string, () => Promise<void>] => [name, () => type(name, link)]),
  ]
  await page.getByRole('link', { name: 'Continue setting up' }).click()
  for (const [name, fill] of guided) {
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
    await fill()
    await page.getByRole('button', { name: 'Save and continue' }).click()
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Your club is set up' })).toBeVisible()
  await page.getByRole('link', { name: 'All settings' }).click()

  const other: [string, () => Promise<unknown>][] = [
    ['Club name', () => type('Club name', 'Boiler Archers')],
    [
      'Logo',
      async () => choose('Choose a picture', { name: 'logo.png', buffer: await disk('#c02030') }, 'Picture chosen'),
    ],
    ['Color', () => type('Color', '#13294B')],
    ...['Webmail', 'Form RM01', 'Waiver'].map((name): [string, () => Promise<void>] => [
      name,
      async () => {
        await thinking()
        await page.getByRole('checkbox', { name: 'We don’t have one' }).uncheck()
        await type(name, link)
      },
    ]),
    [
      'Products',
      async () => {
        await page.getByRole('button', { name: 'Add a product' }).click()
        await type('Product, as the store calls it', 'Ten practices')
        await type('Practices', '10')
        await type('Price in dollars (optional)', '45')
      },
    ],
    ['Terms', () => type('Name', 'Autumn')],
    ...['Start window', 'Look ahead', 'Next practices', 'Upcoming list', 'Past list'].map(number),
    ...['Reminder to reply', 'Driver reminder', 'Reply deadline', 'Waitlist cut-off', 'Visits as a guest'].map(number),
    ...['Who’s going', 'Balance reminder', 'Allow guests'].map((name): [string, () => Promise<void>] => [
      name,
      () => thinking().then(() => page.getByRole('checkbox', { name }).click()),
    ]),
    [
      'Weekly email',
      () => thinking().then(() => page.getByLabel('Day of the week', { exact: true }).selectOption('Saturday')),
    ],
    ['Check-in', () => thinking().then(() => page.getByRole('radio', { name: 'Code' }).check())],
    ['Welcome day passes', () => type('Welcome day passes', '3')],
    ['Welcome practices', () => type('Welcome practices', '1')],
    ['Range calls', () => type('Everyone does', 'Stop.')],
    ['Range rules', () => type('Rule', 'Never run on the range.')],
    ['Constitution', () => choose('Choose a PDF', { name: 'Constitution.pdf', buffer: pdf }, 'Constitution.pdf')],
  ]
  for (const [name, fill] of other) {
    await edit(page, name)
    await fill()
    await save(page)
    await expect(page.getByRole('button', { name: `Edit ${name}`, exact: true })).toBeVisible()
  }
  const seconds = Math.round((Date.now() - begunAt) / 1000)
  const description = `${guided.length + other.length} settings, ${fields} fields, ${seconds} s`
  test.info().annotations.push({ type: 'figure', description })
  expect(guided.length + other.length).toBe(settingNames.length)
  expect(seconds).toBeLessThan(180)
  await page.reload()
  await expect(page.getByText('Not set yet')).toHaveCount(0)
})

const pdf = Buffer.from('%PDF-1.7\n%%EOF\n')
type Picked = { name: string; buffer: Buffer }

async function chooseFile(page: Page, name: string, { name: fileName, buffer }: Picked) {
  const mimeType = fileName.endsWith('.pdf') ? 'application/pdf' : fileName.endsWith('.csv') ? 'text/csv' : 'image/png'
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name, exact: true }).click()
  await (await chooser).setFiles({ name: fileName, mimeType, buffer })
}

function disk(color: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><circle cx="150" cy="150" r="140" fill="${color}"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
