import { toError } from './auth-api.ts'
import { NoResponseError, parseObject } from './request.ts'

/**
 * Fetches a file with a POST, because the download is logged or needs a password. It can be large, so there is no time
 * limit.
 * @returns the content, and the name that the server gave it
 * @throws NoResponseError if the download breaks off or the response isn't from our server; ApiError for an error
 * response
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

/** Starts the browser's download of a file that was created in the page. */
export function downloadFile(content: string | Blob, type: string, name: string) {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Safari reads the URL a little later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
