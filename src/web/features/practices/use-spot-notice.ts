import { useEffect, useRef } from 'react'
import type { PracticeCard } from '#contract/practices.ts'
import { waitingMessages } from '#domain/text/member-messages.ts'
import { toast } from '#web/lib/toast.ts'
import { spotsGained } from './rsvp-changes.ts'

type Card = Pick<PracticeCard, 'id' | 'title' | 'myAnswer' | 'myPosition'>

/** Notifies the member who gets a spot from the waitlist while viewing these practices; stays until dismissed. */
export function useSpotNotice(cards: Card[] | undefined) {
  const before = useRef<Card[]>([])

  useEffect(() => {
    if (cards === undefined) return
    for (const { title } of spotsGained(before.current, cards))
      toast({ text: waitingMessages.placeGot(title), stays: true })
    before.current = cards
  }, [cards])
}
