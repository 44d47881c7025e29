import { expect } from '@playwright/test'
import { startFarLine } from '#test/support/far-line.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { freePort, startServer } from '#test/support/server.ts'
import { test } from './journey.ts'
import { headingOf, takeSession } from './person.ts'

const wayMs = 300

test('each page load asks once who is logged in, and a slow line leaves the clock right within 50 ms', async ({
  openPerson,
}) => {
  test.setTimeout(120_000)
  const port = await freePort()
  await using line = await startFarLine(port, wayMs)
  await using server = await startServer({ env: { PORT: String(port), BASE_URL: line.url } })
  const ana = await quickMember({ ...server, url: `http://localhost:${port}` }, { email: 'ana@purdue.edu' })
  const person = await openPerson(server)
  await takeSession(person, server, ana)
  for (const path of ['/my-pass', '/home', '/info', '/scorecard']) {
    const before = line.asked('/rpc/session/get')
    await person.goto(path)
    await headingOf(person)
    const offset = await person.until('the clock has been measured', () =>
      person.tab.evaluate(() => {
        const saved = localStorage.getItem('quiver:session')
        return saved === null ? undefined : Number(JSON.parse(saved).offsetMs)
      }),
    )
    // Server and browser are on one machine, so their clocks agree.
    expect(Math.abs(offset), `${path}: ${offset} ms`).toBeLessThan(50)
    expect(line.asked('/rpc/session/get') - before, path).toBe(1)
    await person.tab.evaluate(() => localStorage.removeItem('quiver:session'))
  }
  expect(person.complaints).toEqual([])
})
