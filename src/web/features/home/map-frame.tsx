import { IconMapPin } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ClubMap } from '#contract/home.ts'
import { inLine } from '#domain/isolated-text.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { Rings } from '#web/ui/target-drawings.tsx'
import classes from './map-frame.module.css'

/** After this time a map is reported as unavailable, though it may still load. */
const timeoutMs = 8000
/** A page of another host paints a moment after its load event; until then its frame is white. */
const paintsWithinMs = 500

type MapFrameProps = {
  map: ClubMap
  /** Not loaded yet: the placeholder is shown. */
  later?: boolean
  /** For display only: no pointer or keyboard input. */
  picture?: boolean
  /** Hidden but still mounted, so it doesn't load again. */
  hidden?: boolean
}

/**
 * Third-party map in a sandboxed iframe that gets no referrer. It may be slow or never load: until then our placeholder
 * is shown, and nothing important is only in the map. A host that doesn't respond gets no iframe.
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
          title={inLine`Map: ${map.title}`}
          src={map.embedUrl}
          loading="lazy"
          referrerPolicy="no-referrer"
          // Pages it opens, such as a larger map, are outside the sandbox.
          sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          inert={picture}
          onLoad={() => setTimeout(() => setLoaded(true), paintsWithinMs)}
        />
      )}
    </div>
  )
}

/** True from the first moment online: an iframe loaded offline shows the browser's error page for good. */
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
    const timer = setTimeout(() => setLate(true), timeoutMs)
    return () => clearTimeout(timer)
  }, [waiting])
  return waiting && late
}

const askAgainMs = 30_000

/**
 * Whether the map host responds, with any status; null while unknown. Checked before the iframe is created, because
 * from outside the browser's error page looks like any other page. Retries while it doesn't respond, and when the
 * connection is back.
 */
function useMapHostCheck(url: string, wanted: boolean) {
  const [answers, setAnswers] = useState<boolean | null>(null)
  useEffect(() => {
    if (!wanted) return
    const left = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    async function ask() {
      clearTimeout(timer)
      const answered = await probeHost(url, left.signal)
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

/** Without referrer or credentials, like the iframe itself. */
function probeHost(url: string, signal: AbortSignal) {
  const quiet = { mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' } as const
  return fetch(url, { method: 'HEAD', signal, ...quiet }).then(
    () => true,
    () => false,
  )
}
