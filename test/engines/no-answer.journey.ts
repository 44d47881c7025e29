import { expect } from '@playwright/test'
import { messages } from '#domain/text/public-messages.ts'
import { type NetworkFault, startFaultProxy } from '#test/support/fault-proxy.ts'
import { password } from '#test/support/person.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { startBehind } from './behind-proxy.ts'
import { test } from './journey.ts'
import { button, field } from './locators.ts'

test.use({ networkFails: true })

/** Engines reject such a request with different error names and messages. */
const faults: [what: string, fault: NetworkFault][] = [
  ['refuses connections', { kind: 'refuse' }],
  ['cuts the connection before the response', { kind: 'lose-reply' }],
  ['cuts the connection amid the response', { kind: 'cut', from: 'server', afterBytes: 60 }],
  ['never answers', { kind: 'hang' }],
]

test('each failure of the server is worded alike, and what was typed stays', async ({ openPerson, servers }) => {
  test.setTimeout(120_000)
  const behind = servers.use(await startBehind(startFaultProxy))
  await quickMember(behind.direct, { email: 'ana@purdue.edu' })
  const person = await openPerson(behind.server)
  for (const [what, fault] of faults) {
    await person.goto('/login')
    await person.fill(field('Purdue Email'), 'ana@purdue.edu')
    await person.fill(field('Password'), password)
    await behind.proxy.set(fault)
    await person.press(button('Sign In'))
    // A request times out after 20 seconds without a response.
    await person.see(messages.offline, 25_000)
    const isKept = await person.see(field('Purdue Email'))
    expect(isKept.value, what).toBe('ana@purdue.edu')
    await behind.proxy.set({ kind: 'pass' })
  }
  await person.press(button('Sign In'))
  await person.at(/\/home$/)
})
