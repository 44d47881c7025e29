import { IconBell } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { newsMessages } from '#domain/news-messages.ts'
import { usePerson } from '#web/session/guards.tsx'
import { readPersonal, writePersonal } from '#web/session/personal-storage.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { QuietNote } from '#web/ui/quiet-note.tsx'
import { useThisDevice, useTurnOn } from './use-this-device.ts'

const storageName = 'notifications-offered'

/** Shown once to each member on a device that could show notifications and doesn't. It keeps its room once it is answered. */
export function NotificationsOffer() {
  const { userId } = usePerson()
  const [due] = useState(() => readPersonal<boolean>(userId, storageName) === null)
  const { here, serverKey } = useThisDevice({ enabled: due })
  const [shown, setShown] = useState(false)
  const isOff = due && here?.state === 'off'
  useEffect(() => {
    if (!isOff) return
    writePersonal(userId, storageName, true)
    setShown(true)
  }, [isOff, userId])
  return shown ? <Offer serverKey={serverKey} /> : null
}

function Offer({ serverKey }: { serverKey: string }) {
  const { turnOn, pending, problem } = useTurnOn(serverKey)
  const [answer, setAnswer] = useState<'on' | 'later' | null>(null)
  const note = useRef<HTMLDivElement>(null)

  function settle(as: 'on' | 'later') {
    setAnswer(as)
    // The buttons go.
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
