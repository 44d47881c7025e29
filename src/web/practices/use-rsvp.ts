import { useRef, useState } from 'react'
import type { Home } from '#contract/home.ts'
import type { PracticeCard } from '#contract/practices.ts'
import { messages } from '#domain/messages.ts'
import { waitingMessages } from '#domain/waiting-messages.ts'
import { useAct } from '#web/act.ts'
import { api } from '#web/api.ts'
import { readHome, refreshHome, saveHome } from '#web/home/use-home.ts'
import {
  isMyPracticesOpen,
  readMyPractices,
  refreshMyPractices,
  saveMyPractices,
} from '#web/my-practices/my-practices-query.ts'
import { toast } from '#web/ui/toasts.tsx'
import { type Answer, type RsvpPractice, withAnswer } from './rsvp.ts'

/**
 * My answer to one practice. It shows at once and goes to the server behind it, one at a time, so that quick taps end
 * with the last of them; where it cannot be saved, what the server knows comes back.
 * @param quiet in a dialog, which a toast would only stand behind
 */
export function useRsvp<P extends RsvpPractice>(practice: P, { quiet = false } = {}) {
  const act = useAct(api.practices.answer)
  const [showing, setShowing] = useState<{ answer: Answer } | null>(null)
  const wanted = useRef<Answer>(null)
  const sending = useRef(false)
  // What an earlier answer said, and its Undo, hold no longer once there is a new one.
  const takeNewsAway = useRef(() => {})

  /** What is known of it by now, also of what the last answer brought. */
  const latest = () => savedCard(practice.id)

  async function choose(answer: Answer, { undoing = false } = {}) {
    wanted.current = answer
    setShowing({ answer })
    takeNewsAway.current()
    if (sending.current) return
    sending.current = true
    const before = latest()?.myAnswer ?? null
    const settled = await settle(before)
    sending.current = false
    setShowing(null)
    void refreshHome()
    void refreshMyPractices()
    if (quiet || settled === before || settled !== wanted.current) return
    const undo = { label: 'Undo', onClick: () => void choose(before, { undoing: true }) }
    const text = savedText(settled, latest()?.myPosition ?? null)
    takeNewsAway.current = toast({ text, ...(!undoing && { action: undo }) })
  }

  /** Sends until the server has what was wanted last, or refuses. @returns what it has */
  async function settle(before: Answer) {
    let settled = before
    while (wanted.current !== settled) {
      const answer: Answer = wanted.current
      const counts = await act.act({ practiceId: practice.id, answer })
      if (counts === null) break
      settled = answer
      saveAnswer(practice.id, answer, counts)
    }
    return settled
  }

  return {
    /** With my answer as it shows now. */
    practice: showing ? withAnswer(practice, showing.answer) : practice,
    choose,
    problem: act.problem,
    retry: () => choose(wanted.current),
    pending: act.pending,
  }
}

/** What has been saved, in words. @param position among those who wait, or null with a place */
export function savedText(answer: Answer, position: number | null) {
  if (answer === null) return messages.rsvpSaved.none
  return position === null ? messages.rsvpSaved[answer] : waitingMessages.saved(position)
}

/** As the page in front knows it; another's answer may be of an earlier moment. */
function savedCard(practiceId: string) {
  const home = readHome()
  const ofHome = home ? [...home.next, ...home.upcoming] : []
  const cards: RsvpPractice[] = isMyPracticesOpen() ? (readMyPractices()?.ahead ?? []) : ofHome
  return cards.find((card) => card.id === practiceId)
}

type Counts = Pick<PracticeCard, 'archers' | 'drivers' | 'seats' | 'waiting' | 'myPosition'>

export function saveAnswer(practiceId: string, myAnswer: Answer, counts: Counts) {
  const change = <P extends RsvpPractice>(card: P) => (card.id === practiceId ? { ...card, ...counts, myAnswer } : card)
  saveHome((home: Home) => ({ ...home, next: home.next.map(change), upcoming: home.upcoming.map(change) }))
  saveMyPractices((mine) => ({ ...mine, ahead: mine.ahead.map(change) }))
}
