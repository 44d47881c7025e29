import { expect } from 'vitest'
import { test } from '#test/support/club-test.ts'
import { exchange, get, rawRequests } from '#test/support/raw-requests.ts'

// Shows: T98, ASVS 4.2.1, ASVS 5.2.3, ASVS 13.4.4, ASVS 15.3.7
test('raw requests over a socket all get a response, none with a 5xx, and the server is healthy afterwards (T98)', {
  timeout: 60_000,
}, async ({ club }) => {
  const { port } = new URL(await club.app.listen({ host: '127.0.0.1', port: 0 }))
  for (const [name, { send, status }] of Object.entries(rawRequests)) {
    const answered = await exchange(Number(port), send)
    expect([name, answered]).toEqual([name, expect.toBeOneOf([status].flat())])
    expect(await exchange(Number(port), get('/healthz'))).toBe(200)
  }
})
