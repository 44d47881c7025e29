import { expect, test } from 'vitest'
import { createTestClub } from '#test/support/club.ts'
import { operations, routeOf } from '#test/support/transports.ts'

test('the reference page shows every operation to anyone, without a script, a duplicate id, or a broken link', async () => {
  await using club = await createTestClub('sqlite', { club: { name: 'Boiler <Archery> & Friends' } })
  const reply = await club.app.inject({ method: 'GET', url: '/api/v1/reference' })
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(reply.payload).not.toMatch(/<script|<style|style=|\son\w+=|undefined|\[object/i)
  const ids = [...reply.payload.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const links = [...reply.payload.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(links.filter((id) => !ids.includes(id))).toEqual([])
  expect(links.length).toBeGreaterThan(100)
  expect(reply.payload).toContain('<h1>Boiler &#60;Archery&#62; &#38; Friends API</h1>')
  const text = reply.payload.replace(/<[^>]*>/g, '')
  for (const operation of operations) {
    expect(reply.payload).toContain(`<article id="${operation}"`)
    const { method, path } = routeOf(operation)
    expect(text).toContain(`${method} /api/v1${path}`)
  }
})
