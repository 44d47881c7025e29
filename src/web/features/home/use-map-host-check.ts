import { useEffect, useState } from 'react'

const askAgainMs = 30_000

/**
 * Whether the host of a page answers, whatever it says; null while that isn't known. Asked before a frame is made: from outside, the
 * browser's own error in a frame looks like any other page. Asks again while it doesn't, and as soon as there is a connection.
 */
export function useMapHostCheck(url: string, wanted: boolean) {
  const [answers, setAnswers] = useState<boolean | null>(null)
  useEffect(() => {
    if (!wanted) return
    const left = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    async function ask() {
      clearTimeout(timer)
      const answered = await askHost(url, left.signal)
      if (left.signal.aborted) return
      setAnswers(answered)
      if (answered) removeEventListener('online', ask)
      else timer = setTimeout(ask, askAgainMs)
    }
    addEventListener('online', ask, { signal: left.signal })
    void ask()
    return () => {
      left.abort()
      clearTimeout(timer)
    }
  }, [url, wanted])
  return answers
}

/** Without hearing where we are or who asks, as the frame itself. */
function askHost(url: string, signal: AbortSignal) {
  const quiet = { mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' } as const
  return fetch(url, { method: 'HEAD', signal, ...quiet }).then(
    () => true,
    () => false,
  )
}
