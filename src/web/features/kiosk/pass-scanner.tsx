export type PassScannerProps = {
  /** Called with the SHA-256 of the code of a pass, in hex, as scans send it (domain/pass-code.ts). */
  onScan: (passCodeHash: string) => void
}

/** The place of the camera on the kiosk's first screen, next to the name field. There is none yet. */
export function PassScanner(_props: PassScannerProps) {
  return null
}
