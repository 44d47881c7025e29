import { expect } from '@playwright/test'
import { startFaultProxy } from '#test/support/fault-proxy.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { freePort, startServer } from '#test/support/server.ts'
import { test } from './journey.ts'
import { button } from './locators.ts'
import { takeSession } from './person.ts'

const notSent = 'Not sent yet. We’ll send it as soon as you’re online.'

test('without a connection the app opens and keeps an answer, which goes out when there is one again', async ({
  openPerson,
}) => {
  const port = await freePort()
  await using proxy = await startFaultProxy(port)
  await using server = await startServer({ env: { PORT: String(port), BASE_URL: `http://localhost:${proxy.port}` } })
  const direct = { ...server, url: `http://localhost:${port}` }
  const ana = await quickMember(direct, { email: 'ana@purdue.edu' })
  const ben = await quickMember(direct, { email: 'ben@purdue.edu', first: 'Ben' })
  const archers = async () => ((await ben.call('home.get')) as { next: { archers: number }[] }).next[0]?.archers
  const person = await openPerson(server)
  await takeSession(person, server, ana)
  await person.goto('/home')
  await person.see(button('Archer'))
  await person.until('the app is on the device', () =>
    person.tab.evaluate(async () => {
      const names = Object.keys(localStorage).join()
      const answers = ['home', 'passes', 'info', 'scorecards'].every((name) => names.includes(`answer:${name}`))
      const shell = await caches.match('/shell.html', { ignoreSearch: true })
      return answers && shell !== undefined && navigator.serviceWorker.controller !== null ? true : undefined
    }),
  )

  await proxy.set({ kind: 'refuse' })
  await person.press(button('Archer'))
  await person.see(notSent)
  await person.reload()
  await person.see(notSent)
  await person.seeIn(button('Archer'), 'is pressed', ({ isPressed }) => isPressed)
  await person.goto('/my-pass')
  await person.see('2 day passes left')
  await person.see('Showing information from')
  await person.back()
  await person.see(notSent)

  await proxy.set({ kind: 'pass' })
  await person.miss(notSent, 30_000)
  await person.see(/^1 archer/)
  await person.miss('Showing information from', 30_000)
  expect(await archers()).toBe(1)
})
