import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

// Shows: T96, ASVS 16.2.5
test('no error brings the values of a row into the log, wherever it is told of (T96)', () => {
  let written = ''
  const to = new Writable({
    write(chunk, _encoding, done) {
      written += chunk
      done()
    },
  })
  const detail = 'Key (email)=(canary@purdue.edu) already exists.'
  const error = Object.assign(new Error('duplicate key value violates unique constraint "member_email"'), {
    code: '23505',
    detail,
  })
  const log = createLog('info', to)
  log.error({ err: error }, 'an act failed')
  log.child({ reqId: 'one' }).warn({ err: error }, 'and another')
  expect(written).not.toContain('canary')
  const lines = written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const err = { type: 'Error', code: '23505', message: error.message, stack: error.stack }
  expect(lines).toEqual([expect.objectContaining({ err }), expect.objectContaining({ err, reqId: 'one' })])
})
