import { expect } from '@playwright/test'
import { pagePaths } from '#server/http/html-shells.ts'
import { startInjectingProxy } from '#test/support/injecting-proxy.ts'
import { password } from '#test/support/person.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { startBehind } from './behind-proxy.ts'
import { test } from './journey.ts'
import { button, field } from './locators.ts'
import { headingOf, takeSession } from './person.ts'

/** As long as a real one, but no one's. */
const token = 'A'.repeat(46)
const linkPaths = ['/verify', '/reset', '/unsubscribe'].map((path) => `${path}#token=${token}`)

test('a browser that refuses to store anything shows every page, and logs in', async ({ openPerson, servers }) => {
  test.setTimeout(180_000)
  const behind = servers.use(await startBehind((port) => startInjectingProxy(port, refuseStorage)))
  const { server, direct } = behind
  await quickMember(direct, { email: 'ana@purdue.edu' })
  const kai = await quickMember(direct, { email: 'kai@purdue.edu', officer: true })
  const person = await openPerson(server)
  const headings: Record<string, string> = {}
  const visit = async (path: string) => {
    await person.goto(path)
    headings[path] = await headingOf(person)
  }

  for (const path of linkPaths) await visit(path)
  expect(headings).toEqual({
    [linkPaths[0] as string]: 'Verify your email',
    [linkPaths[1] as string]: 'New password',
    [linkPaths[2] as string]: 'Unsubscribe from these emails?',
  })
  await person.goto('/login')
  await person.fill(field('Purdue Email'), 'ana@purdue.edu')
  await person.fill(field('Password'), password)
  await person.press(button('Sign In'))
  await person.at(/\/home$/)
  await headingOf(person)
  await takeSession(person, server, kai)
  for (const path of pagePaths) await visit(path)
  expect(Object.values(headings)).not.toContain('Something went wrong')
})

/** As with all cookies blocked in Chrome and Firefox, but for the session's cookie. */
function refuseStorage() {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, { get: refuse })
  Object.assign(window, { BroadcastChannel: refuse })
  const { serviceWorker, locks } = navigator
  const reject = async () => refuse()
  if (serviceWorker) Object.assign(serviceWorker, { register: reject, getRegistration: reject })
  if (locks) Object.assign(locks, { request: reject })
}
