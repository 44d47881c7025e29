import type { ServerResponse } from 'node:http'

/**
 * Files that are being sent, one for each key. A new one ends the last: a phone that lost its connection tries again long before the
 * server notices.
 */
export function createDownloadsInProgress() {
  const responses = new Map<string, ServerResponse>()
  return function begin(key: string, response: ServerResponse) {
    responses.get(key)?.destroy()
    responses.set(key, response)
    const end = () => {
      if (responses.get(key) === response) responses.delete(key)
    }
    response.once('close', end)
    // It may have been closed before it began.
    if (response.destroyed) end()
  }
}
