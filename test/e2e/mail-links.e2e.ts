import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from '@playwright/test'
import { openPerson, password } from '#test/support/person.ts'
import { quickMember, tokenFor } from '#test/support/quick-member.ts'
import { untilQuiet } from '#test/support/quiet.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'

/** When something else opens an email's link first: the university's scanner, with a browser like any other. */
const visits = 10

// Shows: T8
test('a verification link verifies no one until its button is pressed (T8)', async ({ browser }) => {
  await using server = await startServer()
  const email = 'ana@purdue.edu'
  await quickMember(server, { email, verified: false })
  const token = await tokenFor(server, email, 'verify')
  const link = `/verify#token=${token}`
  for (let visit = 0; visit < visits; visit++) {
    const { page, context } = await openPerson(browser, server)
    const acts: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') acts.push(`${request.method()} ${request.url()}`)
    })
    const opened = await page.goto(link)
    expect(opened?.status()).toBe(200)
    await expect(page.getByRole('button', { name: 'Verify and log in' })).toBeVisible()
    await untilQuiet(page)
    // Without the browser, too, and with a link that was cut apart.
    for (const path of ['/verify', `/verify?token=${token}`, `/verify/${token}`]) await page.request.get(path)
    expect(acts).toEqual([])
    await context.close()
  }
  expect(isVerified(server, email)).toBe(false)
  const { page, context, complaints } = await openPerson(browser, server)
  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Verify and log in' }).click()
  await expect(page).toHaveURL(/\/welcome/)
  expect(isVerified(server, email)).toBe(true)
  expect(complaints).toEqual([])
  await context.close()
})

function isVerified({ dataDir }: RunningServer, email: string) {
  const database = new DatabaseSync(join(dataDir, 'quiver.db'), { readOnly: true })
  const row = database.prepare('select email_verified from user where email = ?').get(email)
  database.close()
  return row?.email_verified === 1
}
