import { useEffect, useEffectEvent, useState } from 'react'
import { messages } from '#domain/text/public-messages.ts'
import { tabStorage } from './browser-storage.ts'
import { fetchText } from './request.ts'
import { toast } from './toast.ts'

type LazyOptions = {
  asked: boolean
  /** It failed to load, and the person has been notified: stop asking for it. */
  onMissing?: () => void
  /** Also preload it when the browser is idle, because the device may be offline by the time it is needed. */
  ahead?: boolean
  /**
   * No one waits for it. If it fails to load, nothing is shown, and it is requested again when the device is back
   * online. If that fails too, the page reloads once the server responds, unless someone could lose what they are
   * typing.
   */
  quiet?: boolean
}

const retryQuietMs = 8000

/**
 * Code that is loaded when it is first needed, such as a dialog's, so that the page loads faster.
 * @returns null until it has loaded
 */
export function useLazy<Module>(
  load: () => Promise<Module>,
  { asked, onMissing, ahead = false, quiet = false }: LazyOptions,
) {
  const [loaded, setLoaded] = useState<{ module: Module } | null>(null)
  const [missed, setMissed] = useState(0)
  const bring = useEffectEvent(async (isWanted: () => boolean) => {
    try {
      const module = await load()
      setLoaded({ module })
    } catch {
      if (quiet) {
        // Firefox remembers that an import failed and never requests it again, and a new build may no longer have the file.
        if (missed > 0 && !mayHoldInput()) await reloadWhenReachable({ once: true })
        return setMissed((times) => times + 1)
      }
      const why = await reloadWhenReachable()
      if (why === null || !isWanted()) return
      toast({ role: 'alert', text: why === 'offline' ? messages.offline : messages.serverTrouble })
      onMissing?.()
    }
  })
  const bringAhead = useEffectEvent(() => void load().catch(() => {}))
  useEffect(() => {
    if (ahead) return whenIdle(bringAhead)
  }, [ahead])
  const wanted = asked && loaded === null
  useEffect(() => {
    if (!wanted) return
    let wantedStill = true
    const bringNow = () => void bring(() => wantedStill)
    const cancel = quiet ? afterPaint(bringNow) : bringNow()
    return () => {
      wantedStill = false
      cancel?.()
    }
  }, [wanted, quiet])
  useEffect(() => {
    if (missed === 0) return
    let wantedStill = true
    const again = () => void bring(() => wantedStill)
    window.addEventListener('online', again, { once: true })
    // A server that is being updated answers with an error while the device stays online.
    const timer = setTimeout(again, retryQuietMs)
    return () => {
      wantedStill = false
      clearTimeout(timer)
      window.removeEventListener('online', again)
    }
  }, [missed])
  return loaded?.module ?? null
}

const retryRequiredMs = 1000

/**
 * Loads code that the page can't do without, and doesn't give up: it tries again every second, and reloads the page once the server responds,
 * because some browsers remember that an import failed.
 * @param onMissing it has failed twice, and the page isn't reloading
 */
export function loadRequired<Module>(load: () => Promise<Module>, onMissing?: () => void): Promise<Module> {
  return new Promise((resolve) => {
    let failures = 0
    let isAsking = false
    async function bring() {
      try {
        const module = await load()
        clearInterval(timer)
        resolve(module)
      } catch {
        failures++
        if (failures === 1 || isAsking) return
        isAsking = true
        if ((await reloadWhenReachable()) !== null) onMissing?.()
        isAsking = false
      }
    }
    const timer = setInterval(bring, retryRequiredMs)
    void bring()
    void refetchAfterReload().catch(() => {})
  })
}

/**
 * In WebKit, a file whose request failed before the reload is never imported after it, unless something else requests it. The browser has
 * the others in its cache.
 */
async function refetchAfterReload() {
  if (!hasReloadedLately()) return
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')
  await Promise.all([...links].map(({ href }) => fetch(href)))
}

/** An open dialog, or a page with fields: a reload could lose what was typed. */
function mayHoldInput() {
  return document.querySelector('dialog[open], main :is(input, select, textarea)') !== null
}

/**
 * After the page has shown what it has: what can wait doesn't delay it. Soon after in a hidden page, which isn't painted.
 * @returns a function that cancels it
 */
export function afterPaint(work: () => void) {
  let timer = setTimeout(work, document.hidden ? 0 : 500)
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    timer = setTimeout(work)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** @returns a function that cancels it */
export function whenIdle(work: () => void) {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 2000)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(work, { timeout: 5000 })
  return () => cancelIdleCallback(idle)
}

/**
 * Handles chunks that fail to load: after a deploy an open page asks for files of the old build, which are gone, and
 * offline nothing loads. The page says what is missing, and reloads once the server is reachable, which brings the new
 * build. Never before: the browser's own error page would replace the app.
 */
export function watchMissingChunks() {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    missingChunks.add(payload)
    // The router recognizes the browser's wording and would reload the page immediately.
    payload.message = `Part of the app is missing. ${payload.message}`
  })
}

const missingChunks = new WeakSet<Error>()

export function isMissingChunk(error: unknown) {
  return error instanceof Error && missingChunks.has(error)
}

/**
 * Reloads the page if the server responds. Automatically at most once a minute, so that a file that is missing for good
 * doesn't cause a reload loop.
 * @param asked a person asked for it, which has no limit
 * @param once at most once in this tab, for a part that no one is waiting for
 * @returns why it did not reload; `null` while the page is reloading
 */
export async function reloadWhenReachable({ asked = false, once = false } = {}): Promise<'offline' | 'missing' | null> {
  const found = await fetchText('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (!found?.response.ok) return 'offline'
  if (!asked && (once ? tabStorage.read(reloadedAtKey) !== null : hasReloadedLately())) return 'missing'
  // Without storage, the next page would not know that it has been reloaded, and reload again.
  if (!tabStorage.write(reloadedAtKey, String(Date.now())) && !asked) return 'missing'
  location.reload()
  return null
}

const reloadedAtKey = 'quiver-reloaded-at'

function hasReloadedLately() {
  const lastAt = tabStorage.read(reloadedAtKey)
  return lastAt !== null && Date.now() - Number(lastAt) < 60_000
}
