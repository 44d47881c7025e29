import { fetchText } from './fetch-text.ts'

/**
 * A part of the app may not come: after a deploy an open page asks for a file of the old build, which is gone, and without
 * a connection nothing comes. Who needs it is shown that it is missing, and once the server can be reached the page is
 * loaded anew, which brings the new build. Never before: the browser's own error page would take the app's place.
 */
export function watchMissingChunks() {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    missing.add(payload)
    // By the browser's words for it the router would know it, and load the page anew at once.
    payload.message = `Part of the app is missing. ${payload.message}`
  })
}

const missing = new WeakSet<Error>()

export function isMissingChunk(error: unknown) {
  return error instanceof Error && missing.has(error)
}

/**
 * Loads the page anew if the server answers. By itself that is done once a minute at most, so that a file which is missing
 * for good does not reload for ever.
 * @param asked by the person, who may as often as they like
 * @param once at most once in this tab, for a part that no one is waiting for
 * @returns what stands in the way; `null` while the page is on its way out
 */
export async function reloadWhenReachable({ asked = false, once = false } = {}): Promise<'offline' | 'missing' | null> {
  const found = await fetchText('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (!found?.response.ok) return 'offline'
  const lastAt = sessionStorage.getItem(key)
  if (!asked && lastAt !== null && (once || Date.now() - Number(lastAt) < 60_000)) return 'missing'
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
  return null
}

const key = 'quiver-reloaded-at'
