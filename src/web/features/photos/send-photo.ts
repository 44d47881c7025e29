import { storageOperationMs } from '#domain/photos.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { NoResponseError } from '#web/lib/fetch-text.ts'

type Sending = {
  picture: Blob
  idempotencyKey: string
  /** From 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * One try. By XMLHttpRequest, for `fetch` does not say how much has been sent. It may take as long as a slow line needs: it
 * is given up when nothing has moved for two minutes, the wait for the answer included, for what counts as sent may still
 * lie in the phone for a while.
 * @returns the picture's address @throws NoResponseError without an answer, ApiError with one that is no success
 */
export function sendPhoto({ picture, idempotencyKey, onProgress, signal }: Sending): Promise<string> {
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
      // The server has stopped waiting: the line, and nothing else, is to blame.
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
