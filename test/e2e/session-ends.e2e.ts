import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { keptOnDevice } from '#test/support/device-storage.ts'
import { isOnDevice } from '#test/support/on-device.ts'
import { openPerson, password } from '#test/support/person.ts'
import { editFacts } from '#test/support/profile-page.ts'
import { takeSession } from '#test/support/quick-member.ts'
import { scorecard } from '#test/support/score.ts'
import { type EndingFacts, endings } from '#test/support/session-endings.ts'
import { allKinds, cachedInPage, found, hasOwnName, startSharedComputerClub } from '#test/support/shared-computer.ts'

/**
 * On a shared computer: when a session ends in any way except its log-out button, the next person finds no email,
 * nothing about other people, and no name. What its member had queued is sent after their next log-in.
 */
const anasEmail = 'ana.marvellous@purdue.edu'

// Shows: T14
for (const [name, { end, closed, other, gone, newPassword }] of Object.entries(endings))
  test(`a session that ${name} leaves nothing of others`, { tag: '@chromium' }, async ({ browser }) => {
    test.setTimeout(90_000)
    await using scene = await setScene(browser)
    const { facts, context, practiceId, cardId } = scene
    let { page } = scene
    // Control: what is searched for is there to be found.
    expect(found(await everythingIn(page, scene))).toEqual(allKinds)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Archer' }).first().click()
    await expect(page.getByText('Not sent yet.').first()).toBeVisible()
    await shootOffline(context, cardId)
    if (closed) for (const open of context.pages()) await open.close()
    await end(facts)
    if (closed) {
      page = await context.newPage()
      await context.setOffline(false)
      await page.goto('/home')
    } else await context.setOffline(false)
    await expect(page).toHaveURL(other ? /\/home/ : /\/login/)
    const left = () => everythingIn(page, scene)
    // Someone who is logged in now sees the other members there, and themselves.
    if (other) await expect.poll(async () => hasOwnName(await left())).toBe(false)
    else await expect.poll(async () => found(await left())).toEqual([])

    const unsent = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('unsent')))
    if (gone) {
      expect(await unsent()).toEqual([])
      return
    }
    expect((await unsent()).length).toBeGreaterThan(0)
    if (other) {
      // Whoever leaves deletes only what is theirs.
      await page.getByRole('button', { name: 'Profile' }).click()
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page).toHaveURL(/\/login$/)
    }
    await page.goto('/login')
    await page.getByLabel('Purdue Email').fill(anasEmail)
    await page.getByLabel('Password', { exact: true }).fill(newPassword ?? password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL(/\/home|\/scorecard/)
    await expect
      .poll(async () => {
        const { next } = await ask<{ next: { id: string; myAnswer: string | null }[] }>(page, 'home/get')
        return next.find(({ id }) => id === practiceId)?.myAnswer
      })
      .toBe('archer')
    await expect
      .poll(async () => {
        const { slots } = await ask<{ slots: ({ arrow: unknown } | null)[] }>(page, 'scorecard/get', { cardId })
        return slots.filter((slot) => slot?.arrow).length
      })
      .toBe(2)
    await expect.poll(async () => (await unsent()).filter((key) => key.includes(':unsent:'))).toEqual([])
  })

// Shows: T14
test('what was being typed leaves with the session, and is back after the next login', async ({ browser }) => {
  await using scene = await setScene(browser)
  const { page, context, facts } = scene
  const other = await context.newPage()
  for (const each of [page, other]) {
    await each.goto('/profile')
    await editFacts(each, 'Name and birthday')
    await expect(each.getByLabel('Preferred first name')).toHaveValue('Marvellous')
  }
  await page.getByLabel('Preferred first name').fill('Wonderful')
  const left = async () => (await keptOnDevice(other, context)).includes('Wonderful')
  await expect.poll(left).toBe(true)
  await facts.elsewhere.call('sessions.endAll')
  for (const each of [page, other]) await expect(each).toHaveURL(/\/login/)
  expect(await left()).toBe(false)
  await page.getByLabel('Purdue Email').fill(anasEmail)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/profile/)
  await expect(page.getByLabel('Preferred first name')).toHaveValue('Wonderful')
  await page.reload()
  await expect(page.getByLabel('Preferred first name')).toHaveValue('Wonderful')
})

// Shows: T11
test('an officer who is demoted while the stream is cut loses the page with the first refusal', async ({ browser }) => {
  await using scene = await setScene(browser)
  const { page, context, facts } = scene
  await page.goto('/members')
  await expect(page.getByText(/Quillfeather|Zephyrine/).first()).toBeVisible()
  await page.route('**/live**', (route) => route.abort())
  // Nor can the app find out from the server who is logged in.
  await page.route('**/rpc/session/get**', (route) => route.abort())
  const { code } = await facts.server.quiver('officer', 'remove', anasEmail)
  expect(code).toBe(0)
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  const refused = page.waitForResponse((response) => response.status() === 403, { timeout: 40_000 })
  await refused
  await expect(page.getByText('zephyrine@purdue.edu')).toHaveCount(0)
  expect(await page.content()).not.toContain('zephyrine')
  expect(await keptOnDevice(page, context)).not.toContain('zephyrine')
})

async function setScene(browser: Browser) {
  const club = await startSharedComputerClub()
  const { server, practiceId } = club
  const newcomer = await club.newcomer(anasEmail)
  const { context, page } = await openPerson(browser, server, { serviceWorkers: 'allow' })
  const addresses = new Set<string>()
  context.on('response', (response) => {
    if (response.request().method() === 'GET') addresses.add(response.url())
  })
  const facts: EndingFacts = {
    ...newcomer,
    clearCookies: () => context.clearCookies(),
    takeSession: (member) => takeSession(context, server, member),
  }
  await facts.takeSession(facts.ana)
  const card = scorecard(page)
  await card.start()
  await card.key(9)
  await card.saved(1)
  const cardId = card.cardId()
  await page.goto('/members')
  await expect(page.getByText(/Quillfeather|Zephyrine/).first()).toBeVisible()
  await page.goto('/home')
  await expect(page.getByText(/Quillfeather|Zephyrine/).first()).toBeVisible()
  await isOnDevice(page)
  return {
    facts,
    context,
    page,
    addresses,
    cardId,
    practiceId,
    async [Symbol.asyncDispose]() {
      await context.close()
      await club.dispose()
    },
  }
}

/** Shoots an arrow that the server doesn't receive, in another page. */
async function shootOffline(context: BrowserContext, cardId: string) {
  const page = await context.newPage()
  await page.goto(`/scorecard?card=${cardId}`)
  await scorecard(page).target.waitFor()
  await scorecard(page).key(8)
  await scorecard(page).expectArrows(2)
  await page.close()
}

/**
 * Everything that the browser stores: storage, databases, the worker's caches, the page, and what its HTTP cache still
 * returns.
 */
async function everythingIn(page: Page, { context, addresses }: Awaited<ReturnType<typeof setScene>>) {
  const own = [...addresses].filter((url) => url.startsWith(new URL(page.url()).origin))
  const cached = await page.evaluate(cachedInPage, own)
  return [await keptOnDevice(page, context), cached, await page.content()].join('\n')
}

/** A query with the session that the browser has. */
async function ask<Answer>(page: Page, operation: string, input: object = {}) {
  const data = JSON.stringify({ json: input })
  const reply = await page.request.get(`/rpc/${operation}`, { params: { data } })
  return ((await reply.json()) as { json: Answer }).json
}
