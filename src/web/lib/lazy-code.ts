import { useEffect, useEffectEvent, useState } from 'react'
import { messages } from '#domain/text/messages.ts'
import { fetchText } from './request.ts'
import { toast } from './toast.ts'

type LazyOptions = {
  asked: boolean
  /** It did not come, which the person has been told: nothing is asked for any more. */
  onMissing?: () => void
  /** Also unasked, once the browser has nothing else to do: the connection may be gone by the time that it is asked for. */
  ahead?: boolean
  /**
   * No one waits for it. If it fails to load, nothing is said, and it is requested again with the next connection. If that
   * fails too, the page reloads once the server answers, unless someone could lose what they are typing.
   */
  quiet?: boolean
}

const retryQuietMs = 8000

/**
 * Code that is loaded when it is first asked for, as that of a dialog: the page is there sooner without it.
 * @returns null until it has come
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
    void bring(() => wantedStill)
    return () => {
      wantedStill = false
    }
  }, [wanted])
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

/** An open dialog, or a page with fields: a reload could lose what was typed. */
function mayHoldInput() {
  return document.querySelector('dialog[open], main :is(input, select, textarea)') !== null
}

/** @returns what takes it back */
export function whenIdle(work: () => void) {
  // Not every phone's browser tells.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 2000)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(work, { timeout: 5000 })
  return () => cancelIdleCallback(idle)
}

/**
 * A part of the app may not come: after a deploy an open page asks for a file of the old build, which is gone, and without
 * a connection nothing comes. Who needs it is shown that it is missing, and once the server can be reached the page is
 * loaded anew, which brings the new build. Never before: the browser's own error page would take the app's place.
 */
export function watchMissingChunks() {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    missingChunks.add(payload)
    // By the browser's words for it the router would know it, and load the page anew at once.
    payload.message = `Part of the app is missing. ${payload.message}`
  })
}

const missingChunks = new WeakSet<Error>()

export function isMissingChunk(error: unknown) {
  return error instanceof Error && missingChunks.has(error)
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
  const lastAt = sessionStorage.getItem(reloadedAtKey)
  if (!asked && lastAt !== null && (once || Date.now() - Number(lastAt) < 60_000)) return 'missing'
  sessionStorage.setItem(reloadedAtKey, String(Date.now()))
  location.reload()
  return null
}

const reloadedAtKey = 'quiver-reloaded-at'
