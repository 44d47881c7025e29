import type { ServerResponse } from 'node:http'
import { passOn, startHttpProxy } from '#test/support/http-proxy.ts'
import { password } from '#test/support/person.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { startBehind } from './behind-proxy.ts'
import { test } from './journey.ts'
import { button, field } from './locators.ts'

test.use({ networkFails: true })

// Browsers differ in what becomes of an import whose request failed: some request the file again, others only in a new document, and
// WebKit may leave that one waiting, too.
for (const how of ['fails', 'hangs and then fails'])
  test(`a login leads on although the request for the other pages’ code ${how}`, async ({ openPerson, servers }) => {
    const { server, direct, proxy } = servers.use(await startBehind(startHolding))
    await quickMember(direct, { email: 'ana@purdue.edu' })
    const person = await openPerson(server)
    await person.goto('/login')
    await person.fill(field('Purdue Email'), 'ana@purdue.edu')
    await person.fill(field('Password'), password)
    proxy.set('hold')
    await person.press(button('Sign In'))
    await proxy.held
    if (how === 'fails') proxy.set('cut')
    await person.see('Loading...')
    proxy.set('open')
    await person.at(/\/home$/)
    await person.see(button('Profile'))
  })

/** A proxy that can hold the requests for the other pages' code, and cut or mend them. */
async function startHolding(port: number) {
  const first = Promise.withResolvers<void>()
  const waiting = new Set<ServerResponse>()
  let state: 'open' | 'hold' | 'cut' = 'open'
  const proxy = await startHttpProxy(port, (asked, answer, forward) => {
    if (state === 'open' || !asked.url?.startsWith('/assets/router-'))
      return forward(asked.headers, (given) => passOn(given, answer))
    first.resolve()
    return state === 'cut' ? answer.destroy() : waiting.add(answer)
  })
  return Object.assign(proxy, {
    held: first.promise,
    set(next: typeof state) {
      state = next
      if (state === 'hold') return
      for (const answer of waiting) answer.destroy()
      waiting.clear()
    },
  })
}
