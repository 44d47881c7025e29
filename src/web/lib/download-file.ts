import { toError } from './auth-api.ts'
import { NoResponseError, parseObject } from './request.ts'

/**
 * A file that the server sends in answer to a POST: because it is recorded, or asks for a password. It can be long, so it has no time
 * limit and is handed on as it comes.
 * @returns the name is the server's
 * @throws NoResponseError where it breaks off, or something else than our server answers; ApiError for a refusal
 */
export async function fetchFile(address: string, input: object): Promise<{ content: Blob; name: string }> {
  const response = await unbroken(
    fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    }),
  )
  if (!response.ok) throw toError(response, parseObject(await unbroken(response.text())))
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  if (name === undefined) throw new NoResponseError()
  return { content: await unbroken(response.blob()), name }
}

function unbroken<Part>(part: Promise<Part>) {
  return part.catch((cause) => {
    throw new NoResponseError(undefined, { cause })
  })
}

/** Gives the person a file that was made here. */
export function downloadFile(content: string | Blob, type: string, name: string) {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Safari reads it a little later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
