import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Sent = { address: string; etag: string | undefined }

let sent: Sent[]
/** The body of the server's next response. */
let body: string

beforeEach(() => {
  vi.resetModules()
  sent = []
  body = '{"json":{"name":"Club"}}'
  vi.stubGlobal('window', {})
  vi.stubGlobal('fetch', async (address: string, init: { headers?: Record<string, string> }) => {
    const etag = `"${body.length}"`
    sent.push({ address, etag: init.headers?.['if-none-match'] })
    return init.headers?.['if-none-match'] === etag
      ? new Response(null, { status: 304 })
      : new Response(body, { headers: { etag } })
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
  expect(sent.map(({ etag }) => etag)).toEqual([undefined, '"24"', '"24"', undefined])
})

test('at most fifty responses are remembered', async () => {
  const { api } = await import('./api.ts')
  for (let each = 0; each < 51; each++) await api.scorecard.get({ cardId: String(each) })
  await api.scorecard.get({ cardId: '50' })
  await api.scorecard.get({ cardId: '0' })
  expect(sent.slice(-2).map(({ etag }) => etag)).toEqual(['"24"', undefined])
})
