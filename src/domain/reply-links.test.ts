import { expect, test } from 'vitest'
import { refusalOfReplyLink } from './reply-links.ts'

const practice = { startsAt: '2026-11-24T23:00:00.000Z', endsAt: '2026-11-25T01:00:00.000Z', startedAt: null }

test.each([
  ['2026-11-24T22:59:59.999Z', null, null],
  ['2026-11-24T22:45:00.000Z', '2026-11-24T22:45:00.000Z', 'practice-started'],
  [practice.startsAt, null, 'practice-started'],
  ['2026-11-25T00:59:59.999Z', practice.startsAt, 'practice-started'],
  [practice.endsAt, practice.startsAt, 'practice-over'],
])('at %s, with the practice started at %s, a reply link: %s', (now, startedAt, refusal) => {
  expect(refusalOfReplyLink({ ...practice, startedAt }, now)).toBe(refusal)
})
