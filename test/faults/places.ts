import { openPhone } from './phone.ts'
import type { SeededClub } from './seeded-club.ts'

/** The first so many have a place, and the others wait for one. */
export async function answerAll({ url, officer, members, practiceIds: [practiceId] }: SeededClub, limit: number) {
  const made = await openPhone(url, officer.cookie).act('managePractices.setLimit', {
    practiceId,
    expected: null,
    limit,
  })
  if (made.status !== 200) throw new Error(made.body)
  for (const { cookie } of members)
    await openPhone(url, cookie).act('practices.answer', { practiceId, answer: 'archer' })
}

/** They give up their places, each to somebody who waits and keeps it: of one that is given up again nobody is told. @returns how long each took */
export async function freePlaces({ url, practiceIds: [practiceId] }: SeededClub, givers: SeededClub['members']) {
  const took: number[] = []
  for (const { cookie } of givers) {
    const reply = await openPhone(url, cookie).act('practices.answer', { practiceId, answer: null })
    if (reply.status !== 200) throw new Error(reply.body)
    took.push(reply.ms)
  }
  return took
}
