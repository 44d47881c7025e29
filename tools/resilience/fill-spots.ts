import { setTimeout as pause } from 'node:timers/promises'
import { openPhone, type Reply } from './phone.ts'
import type { SeededClub } from './seeded-club.ts'

/** All members RSVP: the first `limit` get a spot, the others join the waitlist. */
export async function rsvpAll({ url, officer, members, practiceIds: [practiceId] }: SeededClub, limit: number) {
  await taken(() =>
    openPhone(url, officer.cookie).act('managePractices.setLimit', { practiceId, expected: null, limit }),
  )
  for (const { cookie } of members)
    await taken(() => openPhone(url, cookie).act('practices.answer', { practiceId, answer: 'archer' }))
}

/**
 * Gives up spots one after the other. Each must go to someone who keeps it, because a spot that is given up again sends no notification.
 * @returns how long each took, in ms
 */
export async function freeSpots({ url, practiceIds: [practiceId] }: SeededClub, givers: SeededClub['members']) {
  const took: number[] = []
  for (const { cookie } of givers)
    took.push((await taken(() => openPhone(url, cookie).act('practices.answer', { practiceId, answer: null }))).ms)
  return took
}

/** Retries, because a busy machine sheds some requests at first. */
async function taken(act: () => Promise<Reply>) {
  let reply = await act()
  for (let tries = 1; reply.status === 503 && tries < 10; tries++) {
    await pause(1000)
    reply = await act()
  }
  if (reply.status !== 200) throw new Error(reply.body)
  return reply
}
