import { expect, test } from 'vitest'
import { freePort, startServer } from '#test/support/server.ts'

test('numbers about the server are on a port of their own when one is set, and on none of its pages', async () => {
  const port = await freePort()
  await using server = await startServer({ env: { METRICS_PORT: String(port) } })
  await fetch(`${server.url}/rpc/session/get`)
  await fetch(`${server.url}/rpc/home/get`)
  await fetch(`${server.url}/unknown?name=ana@purdue.edu`, { redirect: 'manual' })

  const ask = () => fetch(`http://127.0.0.1:${port}/metrics`)
  expect((await ask()).headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  // A request is counted once its response is sent, which may be a moment after it was received.
  await expect.poll(async () => (await ask()).text()).toContain('what="page"')
  const text = await (await ask()).text()
  const numberAt = (line: string) =>
    Number(
      text
        .split('\n')
        .find((each) => each.startsWith(`${line} `))
        ?.split(' ')[1],
    )
  expect(numberAt('quiver_request_seconds_count{what="session.get",status="2xx"}')).toBe(1)
  expect(numberAt('quiver_request_seconds_count{what="home.get",status="4xx"}')).toBe(1)
  expect(numberAt('quiver_request_seconds_count{what="page",status="3xx"}')).toBe(1)
  expect(numberAt('quiver_mails{state="waiting"}')).toBe(0)
  expect(text).toContain('quiver_backup_age_seconds Nan')
  expect(numberAt('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0)
  expect(text).not.toContain('ana')

  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  const onPages = await fetch(`${server.url}/metrics`, { redirect: 'manual' })
  expect(onPages.headers.get('location')).toContain('/login')
})
