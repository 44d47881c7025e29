import { expect, test } from 'vitest'
import { topicsFor } from './live-topics.ts'

test('a member is told of practices, of what is live, of their own record and cards, never of the list of members', () => {
  expect([...topicsFor({ memberId: 'ana', officer: false })]).toEqual([
    ['practices', 'practices'],
    ['live', 'live'],
    ['club', 'club'],
    ['member:ana', 'member'],
    ['cards:ana', 'cards'],
  ])
})

test('an officer is told of the list of members as well', () => {
  expect([...topicsFor({ memberId: 'kai', officer: true })]).toEqual([
    ['practices', 'practices'],
    ['live', 'live'],
    ['club', 'club'],
    ['member:kai', 'member'],
    ['cards:kai', 'cards'],
    ['members', 'members'],
  ])
})

test.each(['members', 's', '', '*', '__proto__'])(
  'an id that reads like a topic (%j) opens nothing more',
  (memberId) => {
    const topics = topicsFor({ memberId, officer: false })
    expect([...topics.keys()].filter((topic) => topic.startsWith('member'))).toEqual([`member:${memberId}`])
  },
)
