import type { ServerResponse } from 'node:http'

/**
 * Files that are being sent, one for each key. A new one takes the place of the last, which a phone may have left without a word:
 * its connection would be open for minutes yet.
 */
export function createFilesUnderWay() {
  const responses = new Map<string, ServerResponse>()
  return function begin(key: string, response: ServerResponse) {
    responses.get(key)?.destroy()
    responses.set(key, response)
    const end = () => {
      if (responses.get(key) === response) responses.delete(key)
    }
    response.once('close', end)
    // Closed while it was looked at who asks.
    if (response.destroyed) end()
  }
}
