import { showCode } from '#domain/scorecards/double-scoring.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import classes from './scorecard-page.module.css'

/** The code that lets a second person score the card, to scan or type. */
export function Invitation({ code, until, onClose }: { code: string; until: string; onClose: () => void }) {
  const times = useClubTimes()
  const address = `${location.origin}/scorecard?join=${showCode(code)}`
  return (
    <Dialog
      open
      onClose={onClose}
      title="Score with a second phone"
      text={`A second person scores the same arrows on their own phone, and you compare after each end. They scan this, or tap “Score for someone else” on their scorecard page and enter the code. Valid until ${times.clock(Date.parse(until))}.`}
      actions={<ActionButton onClick={onClose}>Close</ActionButton>}
    >
      <div className={classes.code}>
        <div>
          <QrCode text={address} label={`QR code of ${address}`} />
        </div>
        <p>{showCode(code)}</p>
      </div>
    </Dialog>
  )
}
