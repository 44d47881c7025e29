import { encode } from 'uqr'
import { showCode } from '#domain/scorecards/double-scoring.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import classes from './scorecard-page.module.css'

/** The code that lets a second person score the card, to scan or type. */
export function Invitation({ code, until, onClose }: { code: string; until: string; onClose: () => void }) {
  const times = useClubTimes()
  const address = `${location.origin}/scorecard?join=${showCode(code)}`
  const { data, size } = encode(address, { ecc: 'M', border: 2 })
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <Dialog
      open
      onClose={onClose}
      title="Score with a second phone"
      text={`A second person scores the same arrows on their own phone, and you compare after each end. They scan this, or tap “Score for someone else” on their scorecard page and enter the code. Valid until ${times.clock(Date.parse(until))}.`}
      actions={<ActionButton onClick={onClose}>Close</ActionButton>}
    >
      <div className={classes.code}>
        <svg viewBox={`0 0 ${size} ${size}`} width={240} height={240} role="img" aria-label={`QR code of ${address}`}>
          <rect width={size} height={size} fill="#fff" />
          <path d={dark} fill="#000" />
        </svg>
        <p>{showCode(code)}</p>
      </div>
    </Dialog>
  )
}
