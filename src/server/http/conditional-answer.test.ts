import { describe, expect, test } from 'vitest'
import { createTestClub } from '#test/support/club.ts'
import { conditionalPaths } from './conditional-answer.ts'

describe('an answer that may be unchanged', () => {
  test('is each of which the contract says so, at both ways in', () => {
    expect(conditionalPaths()).toEqual(
      expect.arrayContaining(['/rpc/home/get', '/api/v1/home', '/rpc/members/get', '/api/v1/manage-practices']),
    )
  })

  test.each(conditionalPaths())('costs an officer a 304 while it is: %s', async (path) => {
    await using club = await createTestClub('sqlite')
    const kai = await club.officer()
    const first = await kai.send({ method: 'GET', path })
    expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'no-store'])
    const again = await kai.send({ method: 'GET', path, headers: { 'if-none-match': String(first.headers.etag) } })
    expect([again.statusCode, again.payload]).toEqual([304, ''])
  })
})
