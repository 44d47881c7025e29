import type { PracticeCard } from '#contract/practices.ts'
import { count, messages } from '#domain/messages.ts'
import type { RsvpKind } from '#domain/rsvp.ts'

export type Answer = RsvpKind | null
/** What of a practice an answer needs to know. */
export type RsvpPractice = Pick<PracticeCard, 'id' | 'title' | 'archers' | 'drivers' | 'seats' | 'myAnswer'>
type Counts = Pick<PracticeCard, 'archers' | 'drivers' | 'seats'>

/** The practice as it will be once this answer has arrived; the seats of my car are known to the server only. */
export function withAnswer<P extends RsvpPractice>(practice: P, answer: Answer): P {
  const change = (kind: RsvpKind) => Number(answer === kind) - Number(practice.myAnswer === kind)
  return {
    ...practice,
    myAnswer: answer,
    archers: practice.archers + change('archer'),
    drivers: practice.drivers + change('driver'),
  }
}

/** `9 archers, 3 drivers, 7 seats`; without drivers there are no seats to speak of. */
export function countsText({ archers, drivers, seats }: Counts) {
  if (archers === 0 && drivers === 0) return messages.nobodyAnswered
  const counts = [count(archers, 'archer'), count(drivers, 'driver')]
  return [...counts, ...(drivers > 0 ? [count(seats, 'seat')] : [])].join(', ')
}
