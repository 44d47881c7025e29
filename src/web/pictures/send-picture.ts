import { storageOperationMs } from '#domain/pictures.ts'
import { AuthError } from '#web/problem.ts'

type Sending = {
  picture: Blob
  idempotencyKey: string
  /** From 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * One try. By XMLHttpRequest, for `fetch` does not say how much has been sent.
 * @returns the picture's address @throws TypeError without an answer, AuthError with one that is no success
 */
export function sendPicture({ picture, idempotencyKey, onProgress, signal }: Sending): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const unanswered = () => reject(new TypeError('no answer'))
    request.open('PUT', '/api/v1/profile/picture')
    request.setRequestHeader('content-type', picture.type)
    request.setRequestHeader('idempotency-key', idempotencyKey)
    request.timeout = storageOperationMs
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = unanswered
    request.ontimeout = unanswered
    request.onabort = unanswered
    request.onload = () => {
      const answer = readJson(request.responseText)
      if (request.status === 200 && typeof answer.pictureUrl === 'string') resolve(answer.pictureUrl)
      else reject(errorOf(request, answer))
    }
    signal.addEventListener('abort', () => request.abort())
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
  return new AuthError({
    status: request.status,
    code: typeof code === 'string' ? code : '',
    message: typeof message === 'string' ? message : '',
    data,
    requestId: typeof requestId === 'string' ? requestId : undefined,
  })
}
