import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { keptOnDevice } from '#test/support/device-storage.ts'
import { startClubAtPractice } from '#test/support/live-club.ts'
import { isOnDevice } from '#test/support/on-device.ts'
import { openPerson, password } from '#test/support/person.ts'
import { jpeg } from '#test/support/pictures.ts'
import { alterData, givePicture, type QuickMember, quickMember, takeSession } from '#test/support/quick-member.ts'
import { scorecard } from '#test/support/score.ts'
import type { RunningServer } from '#test/support/server.ts'

/**
 * A computer that several people use: whichever way a session ends but by its log-out button, the next one to sit there finds no
 * email, nothing about other people, and no name; what its person had yet to send is sent after their next log-in.
 */
const anasEmail = 'ana.marvellous@purdue.edu'

type Facts = {
  server: RunningServer
  context: BrowserContext
  page: Page
  ana: QuickMember
  /** Ana on another device. */
  elsewhere: QuickMember
  olga: QuickMember
  anaId: string
}
type Ending = {
  end: (facts: Facts) => Promise<unknown>
  /** The page is closed meanwhile, and another one opened. */
  closed?: true
  /** Someone else is logged in afterwards. */
  other?: true
  /** The account is gone, and so is what it had yet to send. */
  gone?: true
}

const longAgo = new Date(Date.now() - 40 * 86_400_000).toISOString()
const hasEnded = ({ server }: Facts) =>
  alterData(
    server,
    `update session set expires_at = ? where user_id = (select id from user where email = ?)`,
    longAgo,
    anasEmail,
  )

const endings: Record<string, Ending> = {
  'runs out after its fixed time': { end: async (facts) => hasEnded(facts) },
  'runs out while idle': {
    end: async ({ server }) =>
      alterData(
        server,
        `update session set kept = 0, last_active_at = ? where user_id = (select id from user where email = ?)`,
        longAgo,
        anasEmail,
      ),
  },
  'runs out while no page is open': { end: async (facts) => hasEnded(facts), closed: true },
  'is lost with the browser’s cookies': { end: ({ context }) => context.clearCookies(), closed: true },
  'is ended on another device': {
    async end({ elsewhere }) {
      const { sessions } = (await elsewhere.call('sessions.get')) as { sessions: { id: string; current: boolean }[] }
      for (const { id, current } of sessions) if (!current) await elsewhere.call('sessions.end', { sessionId: id })
    },
  },
  'is ended everywhere': { end: ({ elsewhere }) => elsewhere.call('sessions.endAll') },
  'is ended by a new password': {
    end: ({ elsewhere }) =>
      elsewhere.call('account.changePassword', { currentPassword: password, newPassword: `${password} again` }),
  },
  'gives way to someone else’s': {
    async end({ server, context }) {
      const ben = await quickMember(server, { email: 'ben@purdue.edu', first: 'Ben', last: 'Okafor' })
      await takeSession(context, server, ben)
    },
    closed: true,
    other: true,
  },
  'ends with the removal of its member': {
    end: ({ olga, anaId }) => olga.call('members.remove', { memberId: anaId }),
    gone: true,
  },
  'ends with the account': { end: ({ elsewhere }) => elsewhere.call('account.delete', { password }), gone: true },
}

for (const [name, { end, closed, other, gone }] of Object.entries(endings))
  test(`a session that ${name} leaves nothing of other people on the device`, { tag: '@chromium' }, async ({
    browser,
  }) => {
    test.setTimeout(90_000)
    await using scene = await setScene(browser)
    const { facts, practiceId, cardId } = scene
    const { context, ana } = facts
    let { page } = facts
    // What is looked for is there to be found.
    expect(found(await everythingIn(page, scene))).toEqual(['cached photo', 'email', 'other person', 'own name'])
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
    // Anyone who is logged in now sees the others there, and themselves.
    if (other) await expect.poll(async () => /marvellous|oakes/i.test(await left())).toBe(false)
    else await expect.poll(async () => found(await left())).toEqual([])

    const unsent = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('unsent')))
    if (gone) {
      expect(await unsent()).toEqual([])
      return
    }
    expect((await unsent()).length).toBeGreaterThan(0)
    if (other) await context.clearCookies()
    await page.goto('/login')
    const secret = name.includes('new password') ? `${password} again` : password
    await page.getByLabel('Purdue Email').fill(anasEmail)
    await page.getByLabel('Password', { exact: true }).fill(secret)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL(/\/home|\/scorecard/)
    const again = await sessionOf(context, facts.server, ana)
    await expect
      .poll(async () => {
        const { next } = (await again('home.get')) as { next: { id: string; myAnswer: string | null }[] }
        return next.find(({ id }) => id === practiceId)?.myAnswer
      })
      .toBe('archer')
    await expect
      .poll(async () => {
        const { slots } = (await again('scorecard.get', { cardId })) as { slots: unknown[] }
        return slots.filter((slot) => (slot as { arrow: unknown } | null)?.arrow).length
      })
      .toBe(2)
    await expect.poll(async () => (await unsent()).filter((key) => key.includes(':unsent:'))).toEqual([])
  })

test('what was being typed leaves the device with the session, and is there again after the next log-in on the page', async ({
  browser,
}) => {
  await using scene = await setScene(browser)
  const { page, context, elsewhere } = scene.facts
  const other = await context.newPage()
  for (const each of [page, other]) {
    await each.goto('/profile')
    await expect(each.getByLabel('Preferred first name')).toHaveValue('Marvellous')
  }
  await page.getByLabel('Preferred first name').fill('Wonderful')
  const left = async () => (await keptOnDevice(other, context)).includes('Wonderful')
  await expect.poll(left).toBe(true)
  await elsewhere.call('sessions.endAll')
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

test('an officer who is demoted while the stream is cut loses the page with the first refusal', async ({ browser }) => {
  await using scene = await setScene(browser)
  const { page, server } = scene.facts
  await page.goto('/members')
  await expect(page.getByText('zephyrine@purdue.edu').first()).toBeVisible()
  await page.route('**/live**', (route) => route.abort())
  // Nor can the server be asked who is logged in.
  await page.route('**/rpc/session/get**', (route) => route.abort())
  const { code } = await server.quiver('officer', 'remove', anasEmail)
  expect(code).toBe(0)
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  const refused = page.waitForResponse((response) => response.status() === 403, { timeout: 40_000 })
  await refused
  await expect(page.getByText('zephyrine@purdue.edu')).toHaveCount(0)
  expect(await page.content()).not.toContain('zephyrine')
  expect(await keptOnDevice(page, scene.facts.context)).not.toContain('zephyrine')
})

async function setScene(browser: Browser) {
  const club = await startClubAtPractice(['tonight'], { ahead: 1 })
  const { server } = club
  const olga = await quickMember(server, { email: 'olga@purdue.edu', officer: true })
  const ana = await quickMember(server, { email: anasEmail, first: 'Marvellous', last: 'Oakes', officer: true })
  const zephyrine = await quickMember(server, {
    email: 'zephyrine@purdue.edu',
    first: 'Zephyrine',
    last: 'Quillfeather',
  })
  await givePicture(server, zephyrine, await jpeg())
  const nextOf = async () => ((await olga.call('home.get')) as { next: { id: string }[] }).next[0]?.id ?? ''
  const tonight = await nextOf()
  await olga.call('practices.start', { practiceId: tonight })
  const practiceId = await nextOf()
  expect(practiceId).not.toBe(tonight)
  await zephyrine.call('passes.use')
  await zephyrine.call('practices.checkIn', { practiceId: tonight })
  const elsewhere = await signedInAgain(server, ana)
  const { context, page } = await openPerson(browser, server, { serviceWorkers: 'allow' })
  const addresses = new Set<string>()
  context.on('response', (response) => {
    if (response.request().method() === 'GET') addresses.add(response.url())
  })
  await takeSession(context, server, ana)
  const card = scorecard(page)
  await card.start()
  await card.key(9)
  await card.saved()
  const cardId = card.cardId()
  await page.goto('/members')
  await expect(page.getByText('zephyrine@purdue.edu').first()).toBeVisible()
  await page.goto('/home')
  await expect(page.getByText(/Quillfeather|Zephyrine/).first()).toBeVisible()
  await isOnDevice(page)
  const { person } = (await ana.call('session.get')) as { person: { userId: string } }
  const facts: Facts = { server, context, page, ana, elsewhere, olga, anaId: person.userId }
  return {
    facts,
    addresses,
    cardId,
    practiceId,
    async [Symbol.asyncDispose]() {
      await context.close()
      await club.dispose()
    },
  }
}

/** An arrow that the server does not hear of, in a page of its own. */
async function shootOffline(context: BrowserContext, cardId: string) {
  const page = await context.newPage()
  await page.goto(`/scorecard?card=${cardId}`)
  await scorecard(page).target.waitFor()
  await scorecard(page).key(8)
  await scorecard(page).expectArrows(2)
  await page.close()
}

/** All that the browser holds: storage, databases, caches of the worker, the page, and what its cache still answers with. */
async function everythingIn(page: Page, { facts: { context }, addresses }: Awaited<ReturnType<typeof setScene>>) {
  const cached = await page.evaluate(
    async (urls) => {
      const bodies = urls.map(async (url) => {
        const answer = await fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null)
        if (!answer?.ok) return ''
        return url.includes('/files/pictures/') ? `cached ${url}` : answer.text()
      })
      return (await Promise.all(bodies)).join('\n')
    },
    [...addresses].filter((url) => url.startsWith(new URL(page.url()).origin)),
  )
  return [await keptOnDevice(page, context), cached, await page.content()].join('\n')
}

const kinds = {
  email: /[\w.]+@purdue\.edu/i,
  'own name': /marvellous|oakes/i,
  'other person': /quillfeather|zephyrine/i,
  'cached photo': /cached \S+\/files\/pictures\//,
}

function found(text: string) {
  return Object.entries(kinds)
    .flatMap(([kind, pattern]) => (pattern.test(text) ? [kind] : []))
    .sort()
}

async function signedInAgain(server: RunningServer, { email }: QuickMember): Promise<QuickMember> {
  const response = await fetch(`${server.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, rememberMe: true }),
  })
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { email, cookie, call: callerOf(server, cookie) }
}

async function sessionOf(context: BrowserContext, server: RunningServer, { cookie }: QuickMember) {
  const [name] = cookie.split('=')
  const found = (await context.cookies()).find((each) => each.name === name)
  return callerOf(server, `${name}=${found?.value}`)
}

function callerOf(server: RunningServer, cookie: string): QuickMember['call'] {
  return async (operation, input = {}) => {
    const path = operation.replace('.', '/')
    const data = JSON.stringify({ json: input })
    const response = path.endsWith('/get')
      ? await fetch(`${server.url}/rpc/${path}?data=${encodeURIComponent(data)}`, { headers: { cookie } })
      : await fetch(`${server.url}/rpc/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie },
          body: data,
        })
    if (!response.ok) throw new Error(`${operation}: ${response.status} ${await response.text()}`)
    return ((await response.json()) as { json: Record<string, unknown> }).json
  }
}
