import type { Home } from '#contract/home.ts'
import type { PracticeCard } from '#contract/practices.ts'
import { readHome, saveHome } from '#web/queries/home.ts'
import { isMyPracticesOpen, readMyPractices, saveMyPractices } from '#web/queries/my-practices.ts'
import type { Answer, RsvpPractice } from './rsvp-text.ts'

type Counts = Pick<PracticeCard, 'archers' | 'drivers' | 'seats' | 'cantCome' | 'waiting' | 'myPosition'>

/** Puts in what the server has just said of my answer, on every page that shows it. */
export function saveRsvp(practiceId: string, myAnswer: Answer, counts: Counts) {
  const change = <P extends RsvpPractice>(card: P) => (card.id === practiceId ? { ...card, ...counts, myAnswer } : card)
  saveHome((home: Home) => ({ ...home, next: home.next.map(change), upcoming: home.upcoming.map(change) }))
  saveMyPractices((mine) => ({ ...mine, ahead: mine.ahead.map(change) }))
}

/** As the page in front knows it; another's answer may be of an earlier moment. */
export function savedCard(practiceId: string) {
  const home = readHome()
  const ofHome = home ? [...home.next, ...home.upcoming] : []
  const cards: RsvpPractice[] = isMyPracticesOpen() ? (readMyPractices()?.ahead ?? []) : ofHome
  return cards.find((card) => card.id === practiceId)
}
