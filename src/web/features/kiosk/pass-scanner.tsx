import { useRef } from 'react'
import { kioskMessages as text } from '#domain/text/kiosk-messages.ts'
import { CameraView } from '#web/features/scan/camera-view.tsx'
import { passHash } from '#web/features/scan/pass-hash.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import classes from './kiosk-page.module.css'

type PassScannerProps = {
  /** Called with the SHA-256 of the code of a pass, in hex, as scans send it (domain/pass-code.ts). */
  onScan: (passCodeHash: string) => void
}

/** The camera on the kiosk's first screen, next to the name field. A tablet without one asks for names alone. */
export function PassScanner({ onScan }: PassScannerProps) {
  const read = useRef(false)
  async function look(code: string) {
    const hash = read.current ? null : await passHash(code)
    if (hash === null || read.current) return
    // The next screen takes its place.
    read.current = true
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
            <p role="status">
              {text.noCamera} <ActionButton onClick={retry}>Try Again</ActionButton>
            </p>
          )
        }
      />
    </div>
  )
}
