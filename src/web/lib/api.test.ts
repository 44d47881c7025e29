import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The validators of the requests so far. */
let sent: (string | undefined)[]
/** The body of the server's next response. */
let body: string

beforeEach(() => {
  vi.resetModules()
  sent = []
  body = '{"json":{"name":"Club"}}'
  vi.stubGlobal('window', {})
  vi.stubGlobal('fetch', async (_address: string, init: { headers?: Record<string, string> }) => {
    const etag = `"${body.length}"`
    sent.push(init.headers?.['if-none-match'])
    return sent.at(-1) === etag ? new Response(null, { status: 304 }) : new Response(body, { headers: { etag } })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('what has not changed is not sent again while the page is open, and is asked for again after the session', async () => {
  const { api, forgetCachedResponses } = await import('./api.ts')
  expect(await api.info.get()).toEqual({ name: 'Club' })
  expect(await api.info.get()).toEqual({ name: 'Club' })
  body = '{"json":{"name":"Archery Club"}}'
  expect(await api.info.get()).toEqual({ name: 'Archery Club' })
  forgetCachedResponses()
  expect(await api.info.get()).toEqual({ name: 'Archery Club' })
  expect(sent).toEqual([undefined, '"24"', '"24"', undefined])
})
