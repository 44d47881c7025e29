import type { Home } from '#contract/home.ts'
import type { PracticeCard } from '#contract/practices.ts'
import { isLate } from '#domain/reply-deadline.ts'
import { type Reply, takesSpot } from '#domain/rsvp.ts'
import { memberMessages, waitingMessages } from '#domain/text/member-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { hasFreeSpot, isCutOff, placeOfReply } from '#domain/waitlist.ts'
import { readHome, saveHome } from '#web/queries/home.ts'
import { isMyPracticesOpen, readMyPractices, saveMyPractices } from '#web/queries/my-practices.ts'

export type Rsvp = Reply | null
/** The fields of a practice that an RSVP needs. The previous release stored practices on the phone without the last ones. */
export type RsvpPractice = Pick<PracticeCard, 'id' | 'title' | 'myAnswer' | 'myPosition'> & Counts & Moments
type Counts = Pick<PracticeCard, 'archers' | 'drivers' | 'seats' | 'cantCome' | 'waiting' | 'attendanceLimit'>
type Moments = Partial<Pick<PracticeCard, 'replyBy' | 'promotesUntil' | 'myAnswerLate'>>

/** Text for a saved RSVP. @param position on the waitlist, or null with a spot */
export function savedText(answer: Rsvp, position: number | null) {
  if (answer === null) return memberMessages.rsvpSaved.none
  if (answer === 'cant-come') return memberMessages.rsvpSaved.cantCome
  return position === null ? memberMessages.rsvpSaved[answer] : waitingMessages.saved(position)
}

function spotsOf(practice: Omit<Counts, 'seats' | 'cantCome'> & Moments, now: number) {
  const { attendanceLimit: limit, archers, drivers, waiting, promotesUntil = null } = practice
  const cutOff = isCutOff(promotesUntil, new Date(now).toISOString())
  return { limit, placed: archers + drivers, waiting, cutOff }
}

/** Whether a new RSVP would go on the waitlist. @param now the server's time in milliseconds */
export function isFull(practice: Omit<Counts, 'seats' | 'cantCome'> & Moments, now: number) {
  return !hasFreeSpot(spotsOf(practice, now))
}

/** What someone on the waitlist can expect: whether the waitlist still moves up, and whether they can take a free spot. */
export function waitOf(practice: RsvpPractice, now: number): 'moves' | 'over' | 'free' {
  const spots = spotsOf(practice, now)
  if (!spots.cutOff) return 'moves'
  return hasFreeSpot(spots) ? 'free' : 'over'
}

/**
 * Predicts the practice with this RSVP. Only the server knows the seats of the member's car and who is promoted when
 * they leave.
 * @param now the server's time in milliseconds
 */
export function withRsvp<P extends RsvpPractice>(practice: P, answer: Rsvp, now: number): P {
  const { myAnswer, myPosition, waiting, replyBy = null, myAnswerLate = false } = practice
  const [had, takes] = [takesSpot(myAnswer), takesSpot(answer)]
  const place = placeOfReply({ ...spotsOf(practice, now), before: had ? myPosition : undefined, last: waiting })
  const position = takes ? place : null
  // How often a reply counts: one on the waitlist doesn't.
  const counts = (reply: Reply) =>
    Number(answer === reply && position === null) - Number(myAnswer === reply && myPosition === null)
  const isSame = answer === myAnswer || (had && takes)
  return {
    ...practice,
    myAnswer: answer,
    myPosition: position,
    myAnswerLate: isSame ? myAnswerLate : answer !== null && isLate(new Date(now).toISOString(), replyBy),
    archers: practice.archers + counts('archer'),
    drivers: practice.drivers + counts('driver'),
    cantCome: (practice.cantCome ?? 0) + counts('cant-come'),
    waiting: waiting + Number(position !== null) - Number(had && myPosition !== null),
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

type RsvpCounts = Pick<
  PracticeCard,
  'archers' | 'drivers' | 'seats' | 'cantCome' | 'waiting' | 'myPosition' | 'myAnswerLate'
>

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
