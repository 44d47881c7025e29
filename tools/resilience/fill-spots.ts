import { setTimeout as pause } from 'node:timers/promises'
import { openPhone, type Reply } from './phone.ts'
import type { SeededClub } from './seeded-club.ts'

/** The first so many have a place, and the others wait for one. */
export async function answerAll({ url, officer, members, practiceIds: [practiceId] }: SeededClub, limit: number) {
  await taken(() =>
    openPhone(url, officer.cookie).act('managePractices.setLimit', { practiceId, expected: null, limit }),
  )
  for (const { cookie } of members)
    await taken(() => openPhone(url, cookie).act('practices.answer', { practiceId, answer: 'archer' }))
}

/** They give up their places, each to someone who waits and keeps it: of one that is given up again no one is told. @returns how long each took */
export async function freePlaces({ url, practiceIds: [practiceId] }: SeededClub, givers: SeededClub['members']) {
  const took: number[] = []
  for (const { cookie } of givers)
    took.push((await taken(() => openPhone(url, cookie).act('practices.answer', { practiceId, answer: null }))).ms)
  return took
}

/** A busy machine turns some away at first. */
async function taken(act: () => Promise<Reply>) {
  let reply = await act()
  for (let tries = 1; reply.status === 503 && tries < 10; tries++) {
    await pause(1000)
    reply = await act()
  }
  if (reply.status !== 200) throw new Error(reply.body)
  return reply
}
