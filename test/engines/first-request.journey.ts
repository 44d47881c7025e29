import { setTimeout as pause } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { passOn, startHttpProxy } from '#test/support/http-proxy.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { startBehind } from './behind-proxy.ts'
import { test } from './journey.ts'
import { headingOf, takeSession } from './person.ts'

const wayMs = 300

test('each page load asks once who is logged in, and a slow line leaves the clock right within 50 ms', async ({
  openPerson,
  servers,
}) => {
  test.setTimeout(120_000)
  let questions = 0
  const startSlow = (port: number) =>
    startHttpProxy(port, async (request, answer, forward) => {
      if (request.url?.startsWith('/rpc/session/get')) questions += 1
      await pause(wayMs)
      forward(request.headers, async (given) => {
        await pause(wayMs)
        passOn(given, answer)
      })
    })
  const { server, direct } = servers.use(await startBehind(startSlow))
  const ana = await quickMember(direct, { email: 'ana@purdue.edu' })
  const person = await openPerson(server)
  await takeSession(person, server, ana)
  const asked: number[] = []
  /** @returns how far off the clock is after this page has loaded, in ms */
  const load = async (path: string) => {
    const before = questions
    await person.goto(path)
    await headingOf(person)
    const offset = await person.until('the clock has been measured', () =>
      person.tab.evaluate(() => {
        const saved = localStorage.getItem('quiver:session')
        return saved === null ? undefined : Number(JSON.parse(saved).offsetMs)
      }),
    )
    asked.push(questions - before)
    await person.tab.evaluate(() => localStorage.removeItem('quiver:session'))
    return offset
  }
  // Server and browser share one clock. A busy machine may delay one response, and the next load is right; a wrong
  // offset shows after every load. One page is loaded twice, because a page must not send a request while it is being
  // left either.
  for (const path of ['/my-pass', '/my-pass', '/home', '/info', '/scorecard'])
    await expect(async () => expect(Math.abs(await load(path)), path).toBeLessThan(50)).toPass({ timeout: 30_000 })
  expect(asked).toEqual(asked.map(() => 1))
})
