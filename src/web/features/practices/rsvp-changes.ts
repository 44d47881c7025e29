import type { Home } from '#contract/home.ts'
import type { PracticeCard } from '#contract/practices.ts'
import { type Reply, takesSpot } from '#domain/rsvp.ts'
import { memberMessages, waitingMessages } from '#domain/text/member-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { hasFreeSpot } from '#domain/waitlist.ts'
import { readHome, saveHome } from '#web/queries/home.ts'
import { isMyPracticesOpen, readMyPractices, saveMyPractices } from '#web/queries/my-practices.ts'

export type Rsvp = Reply | null
/** The fields of a practice that an RSVP needs. */
export type RsvpPractice = Pick<PracticeCard, 'id' | 'title' | 'myAnswer' | 'myPosition'> & Counts
type Counts = Pick<PracticeCard, 'archers' | 'drivers' | 'seats' | 'cantCome' | 'waiting' | 'attendanceLimit'>

/** Text for a saved RSVP. @param position on the waitlist, or null with a spot */
export function savedText(answer: Rsvp, position: number | null) {
  if (answer === null) return memberMessages.rsvpSaved.none
  if (answer === 'cant-come') return memberMessages.rsvpSaved.cantCome
  return position === null ? memberMessages.rsvpSaved[answer] : waitingMessages.saved(position)
}

/** Whether a new RSVP would go on the waitlist. */
export function isFull({ attendanceLimit, archers, drivers, waiting }: Omit<Counts, 'seats' | 'cantCome'>) {
  return !hasFreeSpot({ limit: attendanceLimit, placed: archers + drivers, waiting })
}

/**
 * Predicts the practice with this RSVP. Only the server knows the seats of the member's car and who is promoted when
 * they leave.
 */
export function withRsvp<P extends RsvpPractice>(practice: P, answer: Rsvp): P {
  const { myAnswer, myPosition, waiting } = practice
  const change = (reply: Reply) => Number(answer === reply) - Number(myAnswer === reply)
  const replied = { ...practice, myAnswer: answer, cantCome: (practice.cantCome ?? 0) + change('cant-come') }
  const [had, takes] = [takesSpot(myAnswer), takesSpot(answer)]
  // Changing between archer and driver keeps the spot, or the position on the waitlist.
  const waits = had ? myPosition !== null : isFull(practice)
  if (waits) {
    const position = takes ? (myPosition ?? waiting + 1) : null
    return { ...replied, myPosition: position, waiting: waiting + Number(takes) - Number(had) }
  }
  return {
    ...replied,
    archers: practice.archers + change('archer'),
    drivers: practice.drivers + change('driver'),
  }
}

/** The previous release stored practices on the phone without `cantCome`. */
type RepliedCounts = Pick<Counts, 'archers' | 'drivers' | 'seats'> & Partial<Pick<Counts, 'cantCome'>>

/** `9 archers, 3 drivers, 7 seats, 5 can’t come`; without drivers, seats are omitted. */
export function countsText({ archers, drivers, seats, cantCome = 0 }: RepliedCounts) {
  if (archers === 0 && drivers === 0 && cantCome === 0) return memberMessages.nobodyAnswered
  const counts = [count(archers, 'archer'), count(drivers, 'driver')]
  if (drivers > 0) counts.push(count(seats, 'seat'))
  if (cantCome > 0) counts.push(memberMessages.cantCome(cantCome))
  return counts.join(', ')
}

/** `12 of 12 spots taken, 3 waiting`; null without a limit. */
export function spotsText({ attendanceLimit, archers, drivers, waiting }: Omit<Counts, 'seats' | 'cantCome'>) {
  if (attendanceLimit === null) return null
  const taken = waitingMessages.placesTaken(archers + drivers, attendanceLimit)
  return waiting > 0 ? `${taken}, ${waitingMessages.whoWaits(waiting)}` : taken
}

type MySpot = Pick<PracticeCard, 'id' | 'title' | 'myAnswer' | 'myPosition'>

/**
 * Practices where the member was on the waitlist and now has a spot. Excludes their own RSVPs, which show right away.
 */
export function spotsGained(before: MySpot[], now: MySpot[]) {
  const waited = new Set(before.filter(({ myPosition }) => myPosition !== null).map(({ id }) => id))
  // A practice can be in two lists.
  const each = [...new Map(now.map((practice) => [practice.id, practice])).values()]
  return each.filter(({ id, myAnswer, myPosition }) => waited.has(id) && takesSpot(myAnswer) && myPosition === null)
}

type RsvpCounts = Pick<PracticeCard, 'archers' | 'drivers' | 'seats' | 'cantCome' | 'waiting' | 'myPosition'>

/** Writes the RSVP and counts from the server into every query that shows them. */
export function saveRsvp(practiceId: string, myAnswer: Rsvp, counts: RsvpCounts) {
  const change = <P extends RsvpPractice>(card: P) => (card.id === practiceId ? { ...card, ...counts, myAnswer } : card)
  saveHome((home: Home) => ({ ...home, next: home.next.map(change), upcoming: home.upcoming.map(change) }))
  saveMyPractices((mine) => ({ ...mine, ahead: mine.ahead.map(change) }))
}

/** The practice in the query of the current page; other queries may be older. */
export function savedCard(practiceId: string) {
  const home = readHome()
  const ofHome = home ? [...home.next, ...home.upcoming] : []
  const cards: RsvpPractice[] = isMyPracticesOpen() ? (readMyPractices()?.ahead ?? []) : ofHome
  return cards.find((card) => card.id === practiceId)
}
