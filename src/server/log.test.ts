import { expect, test } from 'vitest'
import { collectLog } from '#test/support/collected-log.ts'

// Shows: T96, ASVS 16.2.5
test('no error brings the values of a row into the log, wherever it is told of (T96)', () => {
  const detail = 'Key (email)=(canary@purdue.edu) already exists.'
  const message = 'duplicate key value violates unique constraint "member_email"'
  const error = Object.assign(new Error(message), { code: '23505', detail })
  const { log, lines } = collectLog()
  log.error({ err: error }, 'an act failed')
  log.child({ reqId: 'one' }).warn({ err: error }, 'and another')
  const err = { type: 'Error', code: '23505', message, stack: error.stack }
  expect(lines()).toEqual([expect.objectContaining({ err }), expect.objectContaining({ err, reqId: 'one' })])
})
