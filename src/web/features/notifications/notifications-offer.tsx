import { IconBell } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { newsMessages } from '#domain/text/device-messages.ts'
import { deviceStorage } from '#web/lib/browser-storage.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { QuietNote } from '#web/ui/page-notes.tsx'
import { useThisDevice, useTurnOn } from './use-this-device.ts'

/** Belongs to the device, so logging out doesn't bring the offer back. */
const storageName = 'quiver-notifications-offered'

/** Shown once on a device that could show notifications and doesn't. Its space stays reserved after a choice. */
export function NotificationsOffer() {
  const [due] = useState(() => !isOffered())
  const { here, serverKey } = useThisDevice({ enabled: due })
  const [shown, setShown] = useState(false)
  const isOff = due && here?.state === 'off'
  useEffect(() => {
    if (!isOff) return
    setShown(storeOffered())
  }, [isOff])
  return shown ? <Offer serverKey={serverKey} /> : null
}

function isOffered() {
  return deviceStorage.read(storageName) !== null
}

/** @returns whether it could be stored; if not, don't offer, or it would be offered again and again */
function storeOffered() {
  return deviceStorage.write(storageName, 'yes')
}

function Offer({ serverKey }: { serverKey: string }) {
  const { turnOn, pending, problem } = useTurnOn(serverKey)
  const [answer, setAnswer] = useState<'on' | 'later' | null>(null)
  const note = useRef<HTMLDivElement>(null)

  function settle(as: 'on' | 'later') {
    setAnswer(as)
    // The buttons are removed.
    note.current?.focus({ preventScroll: true })
  }

  return (
    <div ref={note} tabIndex={-1}>
      <QuietNote
        role="status"
        icon={<IconBell size={20} stroke={1.75} aria-hidden />}
        action={
          <span style={{ visibility: answer === null ? 'visible' : 'hidden' }}>
            <ActionButton
              tone="quiet"
              pending={pending}
              onClick={async () => {
                if (await turnOn()) settle('on')
              }}
            >
              {newsMessages.turnOn}
            </ActionButton>
            <ActionButton tone="quiet" onClick={() => settle('later')}>
              {newsMessages.notNow}
            </ActionButton>
          </span>
        }
      >
        {answer === 'on' ? newsMessages.turnedOn : answer === 'later' ? newsMessages.offerLater : newsMessages.offer}
      </QuietNote>
      <ErrorNote error={problem} />
    </div>
  )
}
