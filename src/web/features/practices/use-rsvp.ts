import { useRef } from 'react'
import { takesSpot } from '#domain/rsvp.ts'
import { isOnDevice, send, sendAll, useOfflineQueue, withdraw } from '#web/lib/offline-queue/offline-queue.ts'
import type { Entry } from '#web/lib/offline-queue/queue-rules.ts'
import { toast } from '#web/ui/toast.ts'
import { type Answer, type RsvpPractice, savedText, withAnswer } from './rsvp-text.ts'
import { savedCard } from './save-rsvp.ts'

/**
 * My answer to one practice. It shows at once and goes to the server behind it, in order, so that quick taps end with the last of
 * them; without a connection it waits on the device, and says so. Where it is refused, what the server knows comes back.
 * @param quiet in a dialog, which a toast would only stand behind
 */
export function useRsvp<P extends RsvpPractice>(practice: P, { quiet = false } = {}) {
  const entries = useOfflineQueue().filter((entry) => isAbout(entry, practice.id))
  const last = entries.at(-1)
  const failed = last?.state === 'failed' ? last : null
  // What an earlier answer said, and its Undo, hold no longer once there is a new one.
  const takeNewsAway = useRef(() => {})
  /** What the server had before a row of quick taps. */
  const before = useRef<Answer>(null)

  async function choose(answer: Answer, { undoing = false } = {}) {
    takeNewsAway.current()
    const saved = savedCard(practice.id)?.myAnswer ?? null
    if (last === undefined || failed) before.current = saved
    const settled = await send('answer', { practiceId: practice.id, answer }, { title: practice.title, saved })
    // A later tap has taken the place of this one, or it is refused, or it went out later and was told of then.
    if (settled === null || settled.waited || quiet || before.current === answer) return
    const from = before.current
    const undo = { label: 'Undo', onClick: () => void choose(from, { undoing: true }) }
    const text = savedText(answer, settled.output.myPosition)
    takeNewsAway.current = toast({ text, ...(!undoing && { action: undo }) })
  }

  return {
    /** With my answer as it shows now; what waits changes no counts, for nobody knows of it yet. */
    practice: shown(practice, failed ? undefined : last),
    choose,
    /** Not sent yet, and why. */
    waiting: last?.state === 'waiting' ? last.problem : null,
    /** It outlives the page. */
    kept: last !== undefined && isOnDevice(last),
    problem: failed?.problem ?? null,
    dismiss: () => failed && withdraw(failed),
    retry: sendAll,
    pending: last?.state === 'sending',
  }
}

function isAbout(entry: Entry, practiceId: string): entry is Entry<'answer'> {
  return entry.kind === 'answer' && entry.input.practiceId === practiceId
}

function shown<P extends RsvpPractice>(practice: P, last: Entry<'answer'> | undefined): P {
  if (last === undefined) return practice
  const { answer } = last.input
  if (last.state !== 'waiting') return withAnswer(practice, answer)
  return { ...practice, myAnswer: answer, myPosition: takesSpot(answer) ? practice.myPosition : null }
}
