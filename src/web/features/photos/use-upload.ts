import { useEffect, useRef, useState } from 'react'
import { nextUploadInMs, storageOperationMs } from '#domain/photos.ts'
import { ApiError, NoResponseError, type Problem, reportProblem, toProblem } from '#web/lib/request.ts'
import { newIdempotencyKey } from '#web/lib/use-idempotent-mutation.ts'

export type Upload =
  | { status: 'idle' }
  /** Fraction that has been sent, from 0 to 1. */
  | { status: 'sending'; share: number }
  /** Retried automatically at that time, or as soon as the phone is back online. */
  | { status: 'waiting'; problem: Problem; atMs: number }
  /** No more automatic retries. */
  | { status: 'failed'; problem: Problem }

/** Uploads a picture, with retries as long as only the connection or the server is to blame. */
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
    // One key for all tries: if a response is lost, the picture is still stored once.
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
        const inMs = isTemporary(problem)
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

/** Temporary: no connection, a server error, or a rate limit that says when to retry. */
function isTemporary({ kind }: Problem) {
  return kind === 'offline' || kind === 'trouble' || kind === 'too-many-tries'
}

type SendPhotoInput = {
  picture: Blob
  idempotencyKey: string
  /** Fraction from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * One upload. Uses XMLHttpRequest, because `fetch` reports no upload progress. It may take as long as a slow connection
 * needs: it times out after two minutes without progress, including the wait for the response, because data reported as
 * sent may still be in the phone's buffer.
 * @returns the picture's URL
 * @throws NoResponseError without a response, ApiError for an unsuccessful one
 */
function sendPhoto({ picture, idempotencyKey, onProgress, signal }: SendPhotoInput): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const unanswered = () => reject(new NoResponseError('No response came.'))
    let quiet: ReturnType<typeof setTimeout> | undefined
    const waitOn = () => {
      clearTimeout(quiet)
      quiet = setTimeout(() => request.abort(), storageOperationMs)
    }
    request.open('PUT', '/api/v1/profile/picture')
    request.setRequestHeader('content-type', picture.type)
    request.setRequestHeader('idempotency-key', idempotencyKey)
    request.upload.onprogress = ({ loaded, total }) => {
      waitOn()
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onerror = unanswered
    request.onabort = unanswered
    request.onloadend = () => clearTimeout(quiet)
    request.onload = () => {
      const answer = readJson(request.responseText)
      if (request.status === 200 && typeof answer.pictureUrl === 'string') resolve(answer.pictureUrl)
      // Request timeout on the server: only the connection is to blame.
      else if (request.status === 408) unanswered()
      else reject(errorOf(request, answer))
    }
    signal.addEventListener('abort', () => request.abort())
    waitOn()
    request.send(picture)
  })
}

function readJson(text: string): Record<string, unknown> {
  try {
    const answer: unknown = JSON.parse(text)
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function errorOf(request: XMLHttpRequest, { code, message, data, requestId }: Record<string, unknown>) {
  return new ApiError({
    status: request.status,
    code: typeof code === 'string' ? code : '',
    message: typeof message === 'string' ? message : '',
    data,
    requestId: typeof requestId === 'string' ? requestId : undefined,
  })
}
