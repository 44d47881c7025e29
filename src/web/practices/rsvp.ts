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

/** `9 archers, 3 drivers, 7 seats` */
export function countsText({ archers, drivers, seats }: Counts) {
  if (archers === 0 && drivers === 0) return messages.nobodyAnswered
  return [count(archers, 'archer'), count(drivers, 'driver'), count(seats, 'seat')].join(', ')
}
