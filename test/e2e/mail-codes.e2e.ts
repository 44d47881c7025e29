import { expect, type Page } from '@playwright/test'
import { axeFindings } from '#test/support/axe.ts'
import { test } from '#test/support/browser-test.ts'
import { memberWithNews } from '#test/support/member-with-news.ts'
import { openPerson, password } from '#test/support/person.ts'
import { alterData, codeFor, quickMember, tokenFor } from '#test/support/quick-member.ts'
import type { RunningServer } from '#test/support/server.ts'
import { widths } from '#test/support/variants.ts'

/** When an email program has damaged the link: people type the code from the same email, on a phone. */

const changed = 'Your mail program changed the link. Type the code from the email instead.'
const missing = 'Part of this link is missing. Type the code from the email instead.'

/** What the same damage to an unsubscribe link is called. */
const ofUnsubscribe = (says: string) => says.replace(/(?:the|this) link/, 'this unsubscribe link')

type Damage = { says: string; path: (page: string, token: string) => string }

/** What email gateways do to `/verify#token=T`. */
const damages: Record<string, Damage> = {
  '%23 for the #': { says: changed, path: (page, token) => `/${page}%23token=${token}` },
  '%2523 for the #': { says: changed, path: (page, token) => `/${page}%2523token=${token}` },
  'the # behind a slash, encoded': { says: changed, path: (page, token) => `/${page}/%23token=${token}` },
  'a question mark for the #': { says: changed, path: (page, token) => `/${page}?token=${token}` },
  'the # in the query': { says: changed, path: (page, token) => `/${page}?utm_source=mail%23token=${token}` },
  'a token that is cut': { says: changed, path: (page, token) => `/${page}#token=${token.slice(0, 20)}` },
  'nothing behind the #': { says: missing, path: (page) => `/${page}#` },
  'no fragment': { says: missing, path: (page) => `/${page}` },
  'no fragment, and parameters': { says: missing, path: (page) => `/${page}?utm_source=mail` },
}

/** Changes that leave the token intact, so that the link still works. */
const harmless: Record<string, (page: string, token: string) => string> = {
  'a full stop behind it': (page, token) => `/${page}#token=${token}.`,
  'a bracket behind it': (page, token) => `/${page}#token=${token})`,
  'parameters behind it': (page, token) => `/${page}#token=${token}&utm_source=mail`,
  'parameters before it': (page, token) => `/${page}?utm_source=mail#token=${token}`,
  'a slash before it': (page, token) => `/${page}/#token=${token}`,
  'an encoded sign for equals': (page, token) => `/${page}#token%3D${token}`,
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

async function expectCodePage(page: Page, says: string, token: string) {
  await expect(heading(page, 'Enter your code')).toBeVisible()
  await expect(page.getByText(says, { exact: true })).toBeVisible()
  await expect(page.getByText(/already been used|no longer valid/)).toHaveCount(0)
  expect(page.url()).not.toContain(token.slice(0, 20))
}

async function typeCode(page: Page, email: string, code: string) {
  await page.getByLabel('Purdue Email').fill(email)
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Each in its own browser, so that no earlier link is remembered. */
async function each(
  { browser, server }: { browser: Parameters<typeof openPerson>[0]; server: RunningServer },
  paths: [string, (page: Page) => Promise<void>][],
) {
  for (const [path, look] of paths) {
    const { page, context, complaints } = await openPerson(browser, server)
    await page.goto(path)
    await look(page)
    expect(complaints).toEqual([])
    await context.close()
  }
}

const damagedPaths = (page: string, token: string) =>
  Object.values(damages).map(({ says, path }): [string, (at: Page) => Promise<void>] => [
    path(page, token),
    (at) => expectCodePage(at, page === 'unsubscribe' ? ofUnsubscribe(says) : says, token),
  ])

const harmlessPaths = (page: string, token: string, title: string) =>
  Object.values(harmless).map((path): [string, (at: Page) => Promise<void>] => [
    path(page, token),
    async (at) => {
      await expect(heading(at, title)).toBeVisible()
      expect(at.url()).not.toContain(token.slice(0, 20))
    },
  ])

// Shows: T9
test('a damaged verification link: the code and the password verify, and log in', async ({ server, open, browser }) => {
  const email = 'ana@purdue.edu'
  await quickMember(server, { email, verified: false })
  const token = await tokenFor(server, email, 'verify')
  await each({ browser, server }, [
    ...damagedPaths('verify', token),
    ...harmlessPaths('verify', token, 'Verify your email'),
    [`/verify#token=3D${token}`, (page) => expect(heading(page, 'Verify your email')).toBeVisible()],
  ])

  const { page } = await open(server, { at: `/verify%23token=${token}` })
  await expectCodePage(page, changed, token)
  const code = await codeFor(server, email, 'verify')
  await typeCode(page, email, code.toLowerCase().replace('-', ' '))
  await expect(page).toHaveURL(/\/verify$/)
  await page.getByLabel('Password', { exact: true }).fill('not the chosen one')
  await page.getByRole('button', { name: 'Verify and log in' }).click()
  await expect(page.getByText(/That’s not the password you chose/)).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Verify and log in' }).click()
  await expect(page).toHaveURL(/\/welcome/)
  // Using the link uses up the code.
  await page.goto('/code')
  await page.getByRole('button', { name: 'Enter a code anyway' }).click()
  await typeCode(page, email, code)
  await expect(page.getByRole('alert').getByText(/^This code doesn’t match this email/)).toBeVisible()
})

// Shows: T9
test('a damaged reset link: the code opens the choice of a new password', async ({ server, open, browser }) => {
  const { email, call } = await quickMember(server, { email: 'ben@purdue.edu' })
  await askForReset(server, email)
  const token = await tokenFor(server, email, 'reset')
  await each({ browser, server }, [
    ...damagedPaths('reset', token),
    ...harmlessPaths('reset', token, 'New password'),
    [`/reset#token=3D${token}`, (page) => expect(heading(page, 'New password')).toBeVisible()],
  ])

  const { page } = await open(server, { at: `/reset%23token=${token}` })
  await expectCodePage(page, changed, token)
  // A mistake is reported at its field, keeps the entry, and uses up no attempt.
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please enter the code from the email.')).toBeVisible()
  for (let i = 0; i < 6; i++) {
    await typeCode(page, email, 'ABCD-EFG0')
    await expect(page.getByText(/^A code has 8 letters and digits/)).toBeVisible()
  }
  await expect(page.getByLabel('Code')).toHaveValue('ABCD-EFG0')
  await typeCode(page, email, 'WWWW-2222')
  await expect(page.getByRole('alert').getByText(/^This code doesn’t match this email/)).toBeVisible()
  await expect(page.getByLabel('Purdue Email')).toHaveValue(email)
  await typeCode(page, email, await codeFor(server, email, 'reset'))
  await expect(page).toHaveURL(/\/reset$/)
  // No one is logged out until a password is chosen.
  expect(await call('profile.get')).toMatchObject({ nameFirst: 'Avery' })
  await page.getByLabel('New password').fill('a brand new password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Purdue Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a brand new password')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/home/)
})

test('a damaged unsubscribe link: the code turns off the same emails', async ({ server, open, browser }) => {
  const ben = await memberWithNews(server)
  const token = await tokenFor(server, ben.email, 'unsubscribe')
  const title = 'Unsubscribe from these emails?'
  await each({ browser, server }, [
    ...damagedPaths('unsubscribe', token),
    ...harmlessPaths('unsubscribe', token, title),
    // Cut off so late that only the server can notice.
    [
      `/unsubscribe#token=${token.slice(0, -5)}`,
      async (page) => {
        await page.getByRole('button', { name: 'Unsubscribe' }).click()
        await page.getByRole('link', { name: 'Type the code from the email instead' }).click()
        await expectCodePage(
          page,
          'This link doesn’t work. If your mail program changed it, type the code from the email instead.',
          token,
        )
      },
    ],
  ])

  const { page } = await open(server, { at: `/unsubscribe%23token=${token}` })
  await expectCodePage(page, ofUnsubscribe(changed), token)
  await typeCode(page, ben.email, await codeFor(server, ben.email, 'unsubscribe'))
  await expect(heading(page, title)).toBeVisible()
  const wanted = async () => {
    const { news } = (await ben.call('profile.get')) as { news: Record<string, { mail: boolean }> }
    return Object.keys(news).filter((kind) => news[kind]?.mail)
  }
  expect(await wanted()).toEqual(['changed', 'place', 'drive'])
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('You’ll no longer get emails when a spot opens up and you’re next.')).toBeVisible()
  expect(await wanted()).toEqual(['changed', 'drive'])
})

test('someone who is logged in is led on, and may enter a code all the same', async ({ server, open }) => {
  const ana = await quickMember(server, { email: 'ana@purdue.edu' })
  const { page } = await open(server, { as: ana })
  for (const path of ['/code', '/verify', '/reset#token=short']) {
    await page.goto(path)
    await expect(heading(page, 'You’re already logged in')).toBeVisible()
    await expect(page.getByText('You’re logged in as ana@purdue.edu, so you may not need a code.')).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
  }
  await page.getByRole('button', { name: 'Enter a code anyway' }).click()
  await expect(heading(page, 'Enter your code')).toBeFocused()
  await expect(page.getByText(changed)).toBeVisible()
  await expect(page.getByLabel('Purdue Email')).toHaveValue('ana@purdue.edu')
  await expect(page.getByRole('link', { name: 'Back to Login' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page).toHaveURL(/\/home$/)

  for (const path of ['/unsubscribe', '/unsubscribe#token=short', '/unsubscribe%23token=short']) {
    await page.goto(path)
    await expect(heading(page, 'This unsubscribe link is incomplete')).toBeVisible()
  }
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'Choose notifications' }).click()
  await expect(page).toHaveURL(/\/profile\/notifications$/)
})

test('an address has five wrong codes at most, with or without an account', async ({ server, open }) => {
  const { email } = await quickMember(server, { email: 'ana@purdue.edu' })
  await askForReset(server, email)
  const code = await codeFor(server, email, 'reset')
  const { page } = await open(server, { at: '/code' })
  await expect(page.getByText(changed)).toHaveCount(0)
  for (const whose of [email, 'nobody@purdue.edu']) {
    for (let i = 0; i < 5; i++) {
      const answered = page.waitForResponse(/enterCode/)
      await typeCode(page, whose, 'WWWW-2222')
      await answered
      await expect(page.getByRole('alert').getByText(/^This code doesn’t match this email/)).toBeVisible()
    }
    await typeCode(page, whose, code)
    await expect(page.getByRole('alert').getByText(/^Too many wrong codes/)).toBeVisible()
  }
})

test('an older link in the same tab is not taken for a damaged newer one', async ({ server, open }) => {
  const email = 'ana@purdue.edu'
  await quickMember(server, { email, verified: false })
  const token = await tokenFor(server, email, 'verify')
  const { page } = await open(server, { at: `/verify#token=${token}` })
  await expect(heading(page, 'Verify your email')).toBeVisible()
  await page.goto(`/verify#token=${token.slice(0, 20)}`)
  await expectCodePage(page, changed, token)
})

for (const width of widths)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`the page of codes is accessible at ${width}, ${colorScheme}`, async ({ server, open }) => {
      const { page } = await open(server, { at: '/code?why=changed', width, colorScheme })
      await expect(heading(page, 'Enter your code')).toBeVisible()
      const inspect = async (name: string) => {
        expect(await axeFindings(page), name).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      }
      await inspect('code')
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByText('Please enter the code from the email.')).toBeVisible()
      await inspect('gaps')
      for (let i = 0; i < 6; i++) {
        const answered = page.waitForResponse(/enterCode/)
        await typeCode(page, 'nobody@purdue.edu', 'wwww-2222')
        await answered
      }
      await expect(page.getByText(/^Too many wrong codes/)).toBeVisible()
      await inspect('too many')
    })

async function askForReset(server: RunningServer, email: string) {
  // The email before was sent less than a minute ago.
  alterData(server, 'delete from rate_limit')
  const { status } = await fetch(`${server.url}/api/auth/request-password-reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  expect(status).toBe(200)
}
