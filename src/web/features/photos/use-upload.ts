import { useEffect, useRef, useState } from 'react'
import { nextUploadInMs } from '#domain/photos.ts'
import { type Problem, toProblem } from '#web/lib/api-error.ts'
import { reportProblem } from '#web/lib/app-errors.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { sendPhoto } from './send-photo.ts'

export type Upload =
  | { status: 'idle' }
  /** How much has been sent, from 0 to 1. */
  | { status: 'sending'; share: number }
  /** Tried again by itself at that instant, or as soon as the phone is online again. */
  | { status: 'waiting'; problem: Problem; atMs: number }
  /** Given up. */
  | { status: 'failed'; problem: Problem }

/** Sends a picture, and tries again as long as nobody but the line or the server is to blame (specification §9, D21). */
export function useUpload(onSaved: (pictureUrl: string) => unknown) {
  const [upload, setUpload] = useState<Upload>({ status: 'idle' })
  const current = useRef<{ stop: AbortController; tryNow: () => void } | null>(null)

  useEffect(() => {
    const tryNow = () => current.current?.tryNow()
    window.addEventListener('online', tryNow)
    return () => {
      window.removeEventListener('online', tryNow)
      current.current?.stop.abort()
    }
  }, [])

  async function send(picture: Blob) {
    current.current?.stop.abort()
    const stop = new AbortController()
    const mine = { stop, tryNow: () => {} }
    current.current = mine
    // The same for every try: should an answer be lost, the picture is there once all the same.
    const idempotencyKey = newIdempotencyKey()
    const begunAt = performance.now()
    for (let failures = 1; ; failures++) {
      setUpload({ status: 'sending', share: 0 })
      let pictureUrl: string
      try {
        const onProgress = (share: number) => setUpload({ status: 'sending', share })
        pictureUrl = await sendPhoto({ picture, idempotencyKey, onProgress, signal: stop.signal })
      } catch (error) {
        if (stop.signal.aborted) return
        const problem = toProblem(error)
        const inMs = isPassing(problem)
          ? nextUploadInMs({
              failures,
              elapsedMs: performance.now() - begunAt,
              askedForMs: (problem.retryAfterSeconds ?? 0) * 1000,
              chance: Math.random(),
            })
          : null
        if (inMs === null) {
          current.current = null
          reportProblem(problem)
          return setUpload({ status: 'failed', problem })
        }
        setUpload({ status: 'waiting', problem, atMs: Date.now() + inMs })
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, inMs)
          mine.tryNow = () => {
            clearTimeout(timer)
            resolve()
          }
          stop.signal.addEventListener('abort', mine.tryNow)
        })
        if (stop.signal.aborted) return
        continue
      }
      if (stop.signal.aborted) return
      current.current = null
      await onSaved(pictureUrl)
      setUpload({ status: 'idle' })
      return
    }
  }

  return {
    upload,
    send,
    tryNow: () => current.current?.tryNow(),
    stop() {
      current.current?.stop.abort()
      current.current = null
      setUpload({ status: 'idle' })
    },
  }
}

/** Not ours to mend, and over by itself: no connection, trouble on the server, a limit that says when to come back. */
function isPassing({ kind }: Problem) {
  return kind === 'offline' || kind === 'trouble' || kind === 'too-many-tries'
}
