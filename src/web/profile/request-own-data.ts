import { toError } from '#web/auth-api.ts'
import { NoResponseError, parseObject } from '#web/fetch-text.ts'

/**
 * The file of everything that is held about oneself. It can be long, so it has no time limit and is handed on as it comes.
 * @throws NoResponseError where it breaks off, or something else than our server answers; AnswerError for a refusal
 */
export async function requestOwnData(input: { password: string }): Promise<Blob> {
  const response = await unbroken(
    fetch('/api/v1/account/export', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    }),
  )
  if (!response.ok) throw toError(response, parseObject(await unbroken(response.text())))
  if (!response.headers.has('content-disposition')) throw new NoResponseError()
  return unbroken(response.blob())
}

function unbroken<Part>(part: Promise<Part>) {
  return part.catch((cause) => {
    throw new NoResponseError(undefined, { cause })
  })
}
