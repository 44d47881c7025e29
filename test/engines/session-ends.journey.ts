import { expect } from '@playwright/test'
import { storedInPage } from '#test/support/device-storage.ts'
import { startFaultProxy } from '#test/support/fault-proxy.ts'
import { password } from '#test/support/person.ts'
import { freePort } from '#test/support/server.ts'
import { endings } from '#test/support/session-endings.ts'
import { allKinds, cachedInPage, found, hasOwnName, startSharedComputerClub } from '#test/support/shared-computer.ts'
import { type Person, test } from './journey.ts'
import { button, field } from './locators.ts'
import { isOnDevice, takeSession } from './person.ts'
import { hasArrows, startCard } from './scoring.ts'

test.use({ networkFails: true })

/**
 * Members sit down at one computer one after the other, and each one's session ends in a different way, except by its
 * log-out button. The next person finds no email, nothing about other people, and no name. What a member had queued, and
 * who they scanned, is sent after their next log-in.
 */
// Shows: T14
test('whichever way a session ends, nothing of other people stays, and what was not sent goes out after the next log-in', async ({
  openPerson,
  servers,
}) => {
  test.setTimeout(300_000)
  const port = await freePort()
  const proxy = servers.use(await startFaultProxy(port))
  const url = `http://localhost:${proxy.port}`
  const club = servers.use(await startSharedComputerClub({ env: { PORT: String(port), BASE_URL: url } }))
  const person = await openPerson({ url })
  const addresses = new Set<string>()

  for (const [name, { end, closed, other, gone, newPassword }] of Object.entries(endings))
    await test.step(`a session that ${name}`, async () => {
      const email = `ana.${addresses.size}@purdue.edu`
      const newcomer = await club.newcomer(email)
      await logIn(person, url, email)
      const cardId = await startCard(person)
      await person.press(button('9'))
      await hasArrows(person, 1)
      await person.see('All arrows are saved.')
      await noteAddresses(person, addresses)
      await person.goto('/members')
      await person.see(/Quillfeather|Zephyrine/)
      await noteAddresses(person, addresses)
      await person.goto('/scan')
      await person.fill(field('Find by name'), 'xenia')
      await person.see(button('Check in Xenia Quillfeather'))
      await person.goto('/home')
      await person.see(/Quillfeather|Zephyrine/)
      await isOnDevice(person)
      await person.until(`what is looked for after a session that ${name} is there before`, async () => {
        await noteAddresses(person, addresses)
        const there = found(await everythingIn(person, addresses))
        if (String(there) !== String(allKinds)) throw new Error(`only ${there}`)
        return true
      })

      await proxy.set({ kind: 'refuse' })
      await person.press(button('Archer'))
      await person.see('Not sent yet.')
      await person.goto(`/scorecard?card=${cardId}`)
      await person.press(button('8'))
      await hasArrows(person, 2)
      await person.goto('/scan')
      await person.fill(field('Find by name'), 'xenia')
      await person.press(button('Check in Xenia Quillfeather'))
      await person.see('Saved on this phone')
      await person.tab.goto(closed ? 'about:blank' : `${url}/home`)
      if (!closed) await person.see('Not sent yet.')
      await end({
        ...newcomer,
        clearCookies: () => person.tab.clearCookies(url),
        async takeSession(member) {
          await person.tab.clearCookies(url)
          await takeSession(person, { url }, member)
        },
      })
      await proxy.set({ kind: 'pass' })
      if (closed) await person.goto('/home')
      await person.at(other ? /\/home/ : /\/login/, 40_000)
      await person.until(`a session that ${name} leaves nothing`, async () => {
        const left = await everythingIn(person, addresses)
        // Someone who is logged in now sees the other members there, and themselves.
        if (other ? hasOwnName(left) : found(left).length > 0) throw new Error(`left: ${found(left)}`)
        return true
      })
      const unsent = () =>
        person.tab.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(':unsent:')))
      if (gone) {
        expect(await unsent(), name).toEqual([])
        return
      }
      expect(await unsent(), name).not.toEqual([])
      await logIn(person, url, email, newPassword)
      await person.until(`the RSVP is sent after a session that ${name}`, async () => {
        const { next } = await ask<{ next: { id: string; myAnswer: string | null }[] }>(person, 'home/get')
        return next.find(({ id }) => id === club.practiceId)?.myAnswer === 'archer' || undefined
      })
      await person.until(`the arrows are sent after a session that ${name}`, async () => {
        const { slots } = await ask<{ slots: unknown[] }>(person, 'scorecard/get', { cardId })
        return slots.filter((slot) => (slot as { arrow: unknown } | null)?.arrow).length === 2 || undefined
      })
      await person.until(
        `the scan is sent after a session that ${name}`,
        async () => (await club.takeXenia()) || undefined,
      )
      await person.until(`nothing is left to send after a session that ${name}`, async () => {
        return (await unsent()).length === 0 || undefined
      })
    })
})

/** On the app's own page: in WebKit a cookie set by the driver would coexist with the one that the server sets later. */
async function logIn(person: Person, url: string, email: string, secret = password) {
  await person.tab.clearCookies(url)
  await person.goto('/login')
  await person.fill(field('Purdue Email'), email)
  await person.fill(field('Password'), secret)
  await person.press(button('Sign In'))
  await person.at(/\/home|\/scorecard/)
}

/**
 * What the page has requested so far. An image that an earlier page loaded comes from memory and has no performance
 * entry, so images are listed, too.
 */
async function noteAddresses(person: Person, addresses: Set<string>) {
  const asked = await person.tab.evaluate(() => [
    location.href,
    ...performance.getEntriesByType('resource').map(({ name }) => name),
    ...[...document.images].map(({ src }) => src),
  ])
  const origin = new URL(asked[0] ?? '').origin
  for (const address of asked) if (address.startsWith(origin)) addresses.add(address)
}

/**
 * Everything that the browser stores: storage, databases, the worker's caches, the page, and what its HTTP cache still
 * returns.
 */
async function everythingIn({ tab }: Person, addresses: Set<string>) {
  const page = await tab.evaluate(() => document.documentElement.outerHTML)
  return [await tab.evaluate(storedInPage), await tab.evaluate(cachedInPage, [...addresses]), page].join('\n')
}

function ask<Answer>({ tab }: Person, path: string, input: object = {}) {
  const address = `/rpc/${path}?data=${encodeURIComponent(JSON.stringify({ json: input }))}`
  return tab.evaluate(
    async (from) => ((await (await fetch(from)).json()) as { json: unknown }).json,
    address,
  ) as Promise<Answer>
}
