import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { firefoxLostStream } from './lost-stream.ts'
import type { RunningServer } from './server.ts'
import type { SmtpSink } from './smtp-sink.ts'

const clubZone = 'America/Indiana/Indianapolis'
export const password = 'quiet gold at eighteen metres'

/**
 * A person with their own browser context. Errors of the page and violations of its content security policy go to
 * `complaints`; a test ends by expecting none.
 */
export async function openPerson(browser: Browser, server: Pick<RunningServer, 'url'>, options: PersonOptions = {}) {
  const { width = 390, height = 844, ...more } = options
  await closeForgotten()
  const context = await browser.newContext({
    viewport: { width, height },
    baseURL: server.url,
    timezoneId: clubZone,
    ...more,
  })
  opened.set(context, runOfTest())
  const page = await context.newPage()
  const complaints: string[] = []
  await watch(page, complaints)
  return { context, page, complaints }
}

/** The open contexts, with the run of the test that opened them. */
const opened = new Map<BrowserContext, string>()

/** Closes contexts that an earlier test left open, which would keep trying to reach its server. */
async function closeForgotten() {
  const now = runOfTest()
  for (const [context, run] of opened) {
    if (run === now) continue
    opened.delete(context)
    await context.close()
  }
}

function runOfTest() {
  const { testId, retry } = test.info()
  return `${testId} ${retry}`
}

type PersonOptions = {
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
  forcedColors?: 'active'
  reducedMotion?: 'reduce' | 'no-preference'
  hasTouch?: boolean
  userAgent?: string
  serviceWorkers?: 'allow' | 'block'
}

/**
 * Records page errors, console errors, and policy violations. Responses with 4xx and 5xx, which tests cause on purpose,
 * don't count.
 */
async function watch(page: Page, complaints: string[]) {
  page.on('pageerror', ({ message }) => {
    if (!firefoxLostStream.test(message)) complaints.push(`page error: ${message}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      complaints.push(`console: ${message.text()}`)
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      // The console reports it as well, but only the event has the rule and the blocked content.
      // biome-ignore lint/suspicious/noConsole: the page reports to the test through it
      console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
}

/** From the sign-in page to "Verification email sent!". */
export async function signUp(page: Page, email: string) {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Create an Account' }).click()
  await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible()
  await page.getByLabel('Purdue Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Verification email sent! Please check your inbox.')).toBeVisible()
}

/** Opens the link in the email and enters the password just chosen. */
export async function verify(page: Page, smtp: SmtpSink, email: string) {
  const mail = await smtp.waitForMail({ to: email, subject: /verify/i })
  await page.goto(mail.links[0] ?? 'about:blank')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Verify and log in' }).click()
}

export type WizardAnswers = { first: string; last: string; pronouns?: string; car?: number }

/** Completes the welcome wizard, from Start to the home page. */
export async function finishWizard(page: Page, { first, last, pronouns = 'They/Them', car }: WizardAnswers) {
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByLabel('Preferred first name').fill(first)
  await page.getByLabel('Last name').fill(last)
  await page.getByLabel('Birthday').fill('2004-05-06')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.getByText('Recurve', { exact: true }).click()
  await page.getByRole('group', { name: 'Do you have personal equipment?' }).getByText('No', { exact: true }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Carpool')
  if (car !== undefined) {
    await page.getByRole('group', { name: 'I can give rides' }).getByText('Yes', { exact: true }).click()
    await page.getByRole('spinbutton', { name: 'Car capacity' }).fill(String(car))
  }
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText(pronouns, { exact: true }).click()
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByRole('heading', { name: new RegExp(first) })).toBeVisible()
  await expect(page).toHaveURL(/\/home$/)
}

/** Sign-up, email, verification, and wizard: a new member on the home page. */
export async function becomeMember(page: Page, smtp: SmtpSink, email: string, answers: WizardAnswers) {
  await signUp(page, email)
  await verify(page, smtp, email)
  await expect(page).toHaveURL(/\/welcome/)
  await finishWizard(page, answers)
}

export async function signIn(page: Page, email: string) {
  await page.goto('/login')
  await page.getByLabel('Purdue Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** The alert that has text; the container for later toasts is an empty one. */
export function alertIn(page: Page) {
  return page.getByRole('alert').filter({ hasText: /\S/ })
}
