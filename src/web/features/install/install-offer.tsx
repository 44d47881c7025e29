import { useEffect, useState } from 'react'
import { installMessages } from '#domain/text/device-messages.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useFrontDialog } from '#web/ui/front-dialog.ts'
import { installWay, isOfferDue, readOffer, showInstallPrompt, storeOffered } from './install-way.ts'
import { IosInstructions } from './ios-instructions.tsx'

/** Delay in ms, so that "Checked in" is seen first. */
const pauseMs = 1500

/** Offers to install the app when it is due (install-way.ts), never over another dialog. */
export function InstallOffer() {
  const [way] = useState(() => (isOfferDue(readOffer(), Date.now()) ? installWay() : null))
  const [state, setState] = useState<'waiting' | 'open' | 'over'>(way === null ? 'over' : 'waiting')
  const free = useFrontDialog() === null
  const due = state === 'waiting' && free
  useEffect(() => {
    if (!due) return
    const timer = setTimeout(() => setState(storeOffered(Date.now()) ? 'open' : 'over'), pauseMs)
    return () => clearTimeout(timer)
  }, [due])

  const open = state === 'open'
  const close = () => setState('over')

  async function install() {
    const answered = showInstallPrompt()
    close()
    await answered
  }

  if (way === 'by-hand') return <IosInstructions open={open} onClose={close} text={installMessages.why} />
  return (
    <Dialog
      open={open}
      onClose={close}
      closeOnBackdrop
      title={installMessages.ask}
      text={installMessages.whyInstall}
      actions={
        <>
          <ActionButton onClick={close}>{installMessages.notNow}</ActionButton>
          <ActionButton tone="blue" onClick={install}>
            {installMessages.install}
          </ActionButton>
        </>
      }
    />
  )
}
