import { type RefObject, useRef, useState } from 'react'
import { kioskMessages as text } from '#domain/text/kiosk-messages.ts'
import { CameraView } from '#web/features/scan/camera-view.tsx'
import { passHash } from '#web/features/scan/pass-hash.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import classes from './kiosk-page.module.css'

/** While the pass that was read last stays in view, it isn't read again, also not after "No". */
export type LastRead = { code: string; atMs: number } | null
const sameForMs = 3000

type PassScannerProps = {
  /** Lives longer than this screen. */
  last: RefObject<LastRead>
  /** Called with the SHA-256 of the code of a pass, in hex, as scans send it (domain/pass-code.ts). */
  onScan: (passCodeHash: string) => void
  /** The button that was pressed is gone. */
  onRetry: () => void
}

/** The camera on the kiosk's first screen, next to the name field. A tablet without one asks for names alone. */
export function PassScanner({ last, onScan, onRetry }: PassScannerProps) {
  const [shownMs] = useState(() => Date.now())
  const done = useRef(false)
  async function look(code: string) {
    const nowMs = Date.now()
    // When this screen comes back, the pass may have been in view all the time.
    const isSame = last.current?.code === code && nowMs - Math.max(last.current.atMs, shownMs) < sameForMs
    if (isSame) last.current = { code, atMs: nowMs }
    if (isSame || done.current) return
    const hash = await passHash(code)
    if (hash === null || done.current) return
    // The next screen takes its place.
    done.current = true
    last.current = { code, atMs: nowMs }
    onScan(hash)
  }
  return (
    <div className={classes.camera}>
      <CameraView
        onText={(code) => void look(code)}
        facing="user"
        hint={text.orScan}
        off={(problem, retry) =>
          problem !== 'missing' &&
          problem !== 'insecure' && (
            <>
              <p role="status">{text.noCamera}</p>
              <ActionButton
                onClick={() => {
                  retry()
                  onRetry()
                }}
              >
                Try Again
              </ActionButton>
            </>
          )
        }
      />
    </div>
  )
}
