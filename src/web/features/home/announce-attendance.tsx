import { useEffect, useRef, useState } from 'react'
import { inAttendance } from '#domain/text/member-messages.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

const atMostEveryMs = 10_000

/** Tells screen readers how many are here when that changes, politely and at most every ten seconds. */
export function AnnounceAttendance({ count }: { count: number }) {
  const [told, setTold] = useState<number | null>(null)
  const lastTold = useRef({ count, at: 0 })

  useEffect(() => {
    const last = lastTold.current
    if (count === last.count) return
    const wait = Math.max(0, last.at + atMostEveryMs - Date.now())
    const timer = setTimeout(
      () => {
        lastTold.current = { count, at: Date.now() }
        setTold(count)
      },
      Math.min(wait, atMostEveryMs),
    )
    return () => clearTimeout(timer)
  }, [count])

  return (
    <VisuallyHidden>
      <p role="status">{told !== null && `${told} ${inAttendance(told)}`}</p>
    </VisuallyHidden>
  )
}
