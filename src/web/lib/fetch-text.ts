/** A request without a response for this long counts as unanswered: on a bad connection it would hang for minutes. */
const timeoutMs = 20_000

/** No response came, or it broke off: the server may or may not have heard the request. */
export class NoResponseError extends Error {}

export type TextResponse = { response: Response; text: string }

/**
 * `fetch` with a time limit, read to the end. What a failed fetch rejects with differs between engines (WebKit ignores the reason of
 * an abort), so no decision hangs on the name of that error.
 * @param early the response to this request where it has been sent before
 * @throws NoResponseError without a complete response in time; the reason of `signal` where the caller has aborted
 */
export async function fetchText(
  address: string,
  { signal, ...init }: RequestInit = {},
  early?: Promise<Response>,
): Promise<TextResponse> {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, timeoutMs)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  try {
    const response = await (early ?? fetch(address, { ...init, signal: controller.signal }))
    return { response, text: await response.text() }
  } catch (error) {
    signal?.throwIfAborted()
    throw new NoResponseError(undefined, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** The body of a response as JSON; null where it is none, as from a proxy or a Wi-Fi log-in page in between. */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}
