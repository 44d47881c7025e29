import { IconMapPin } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ClubMap } from '#contract/home.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { Rings } from '#web/ui/target-drawings.tsx'
import classes from './map-frame.module.css'

/** A map that has not come by then is said to be missing, though it may still come. */
const patienceMs = 8000

type MapFrameProps = {
  map: ClubMap
  /** Not asked for yet: our own ground stands there. */
  later?: boolean
  /** Only to look at: neither the pointer nor the keyboard gets into it. */
  picture?: boolean
  /** Out of sight, but kept, so that it need not be loaded again. */
  hidden?: boolean
}

/**
 * Somebody else's page with the map, in a sandbox and without hearing where we are. It may be slow, or never come: until it
 * does, our own ground stands there, and nothing that matters is said in it alone. A host that doesn't answer gets no frame.
 */
export function MapFrame({ map, later = false, picture, hidden }: MapFrameProps) {
  const [loaded, setLoaded] = useState(false)
  const online = useOnceOnline()
  const wanted = online && !later
  const answers = useMapHostCheck(map.embedUrl, wanted)
  const late = useLate(wanted && !loaded)
  const missing = late || answers === false
  return (
    <div className={classes.frame} data-hidden={hidden || undefined}>
      {!loaded && (
        <div className={classes.ground}>
          <Rings className={classes.rings} />
          <IconMapPin size={32} stroke={1.75} aria-hidden />
          {(missing || !online) && <p>{missing ? memberMessages.mapLate : memberMessages.mapOffline}</p>}
        </div>
      )}
      {wanted && answers && (
        <iframe
          className={classes.map}
          data-loaded={loaded || undefined}
          title={`Map: ${map.title}`}
          src={map.embedUrl}
          loading="lazy"
          referrerPolicy="no-referrer"
          // What it opens (a larger map) is a page of its own again.
          sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          inert={picture}
          onLoad={() => setLoaded(true)}
        />
      )}
    </div>
  )
}

/** True from the first moment with a connection on: without one, a frame would show the browser's error for good. */
function useOnceOnline() {
  const online = useSyncExternalStore(listenForConnection, () => navigator.onLine)
  const [once, setOnce] = useState(online)
  if (online && !once) setOnce(true)
  return once
}

function listenForConnection(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

function useLate(waiting: boolean) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [waiting])
  return waiting && late
}

const askAgainMs = 30_000

/**
 * Whether the host of a page answers, whatever it says; null while that isn't known. Asked before a frame is made: from outside, the
 * browser's own error in a frame looks like any other page. Asks again while it doesn't, and as soon as there is a connection.
 */
function useMapHostCheck(url: string, wanted: boolean) {
  const [answers, setAnswers] = useState<boolean | null>(null)
  useEffect(() => {
    if (!wanted) return
    const left = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    async function ask() {
      clearTimeout(timer)
      const answered = await askHost(url, left.signal)
      if (left.signal.aborted) return
      setAnswers(answered)
      if (answered) removeEventListener('online', ask)
      else timer = setTimeout(ask, askAgainMs)
    }
    addEventListener('online', ask, { signal: left.signal })
    void ask()
    return () => {
      left.abort()
      clearTimeout(timer)
    }
  }, [url, wanted])
  return answers
}

/** Without hearing where we are or who asks, as the frame itself. */
function askHost(url: string, signal: AbortSignal) {
  const quiet = { mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' } as const
  return fetch(url, { method: 'HEAD', signal, ...quiet }).then(
    () => true,
    () => false,
  )
}
