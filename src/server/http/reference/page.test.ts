import { describe, expect, test } from 'vitest'
import { createTestClub } from '#test/support/club.ts'
import { operations, routeOf } from '#test/support/transports.ts'

describe('the reference page', () => {
  test('shows every operation to anyone, without a script', async () => {
    await using club = await createTestClub('sqlite', { club: { name: 'Boiler <Archery> & Friends' } })
    const reply = await club.app.inject({ method: 'GET', url: '/api/v1/reference' })
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(reply.payload).not.toMatch(/<script|<style|style=|\son\w+=|undefined|\[object/i)
    expect(reply.payload).toContain('<h1>Boiler &#60;Archery&#62; &#38; Friends API</h1>')
    const text = reply.payload.replace(/<[^>]*>/g, '')
    for (const operation of operations) {
      expect(reply.payload).toContain(`<article id="${operation}"`)
      const { method, path } = routeOf(operation)
      expect(text).toContain(`${method} /api/v1${path}`)
    }
  })

  test('is sent compressed, and not again while it is the same', async () => {
    await using club = await createTestClub('sqlite')
    const ask = (headers: Record<string, string>) =>
      club.app.inject({ method: 'GET', url: '/api/v1/reference', headers: { 'accept-encoding': 'br', ...headers } })
    const { headers, rawPayload } = await ask({})
    expect(headers['content-encoding']).toBe('br')
    expect(rawPayload.length).toBeLessThan(40_000)
    expect((await ask({ 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  })

  test('has nothing in it twice, and no link into nowhere', async () => {
    await using club = await createTestClub('sqlite')
    const { payload } = await club.app.inject({ method: 'GET', url: '/api/v1/reference' })
    const ids = [...payload.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const links = [...payload.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(links.filter((id) => !ids.includes(id))).toEqual([])
    expect(links.length).toBeGreaterThan(100)
  })

  test('is where /api/v1 leads', async () => {
    await using club = await createTestClub('sqlite')
    const reply = await club.app.inject({ method: 'GET', url: '/api/v1' })
    expect([reply.statusCode, reply.headers.location]).toEqual([302, '/api/v1/reference'])
  })
})
