import { expect } from '@playwright/test'
import { startFaultProxy } from '#test/support/fault-proxy.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { startBehind } from './behind-proxy.ts'
import { test } from './journey.ts'
import { button } from './locators.ts'
import { isOnDevice } from './person.ts'

test.use({ networkFails: true })

const notSent = 'Not sent yet. We’ll send it as soon as you’re online.'

test('without a connection the app opens, and an answer goes out when it is back', async ({ openPerson, servers }) => {
  const { server, proxy, direct } = servers.use(await startBehind(startFaultProxy))
  const ana = await quickMember(direct, { email: 'ana@purdue.edu' })
  const ben = await quickMember(direct, { email: 'ben@purdue.edu', first: 'Ben' })
  const archers = async () => ((await ben.call('home.get')) as { next: { archers: number }[] }).next[0]?.archers
  const person = await openPerson(server, { as: ana })
  await person.goto('/home')
  await person.see(button('Archer'))
  await isOnDevice(person)

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
