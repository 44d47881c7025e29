import { expect, test } from 'vitest'
import { topicsFor } from './live-topics.ts'

test.each([
  ['a member is told of practices, of what is live, of their own record and cards', false, []],
  ['an officer is told of the list of members as well', true, [['members', 'members']]],
])('%s', (_, officer, more) => {
  const shared = ['practices', 'live', 'club'].map((topic) => [topic, topic])
  const own = ['member', 'cards'].map((topic) => [`${topic}:ana`, topic])
  expect([...topicsFor({ memberId: 'ana', officer })]).toEqual([...shared, ...own, ...more])
})

test.each(['members', 's', '', '*', '__proto__'])(
  'an id that reads like a topic (%j) opens nothing more',
  (memberId) => {
    const topics = topicsFor({ memberId, officer: false })
    expect([...topics.keys()].filter((topic) => topic.startsWith('member'))).toEqual([`member:${memberId}`])
  },
)
