import { IconEraser, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { GuestVisit } from '#contract/guests.ts'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { inLine } from '#domain/isolated-text.ts'
import { defaultPicture } from '#domain/photos.ts'
import { guestLabel, guestMessages } from '#domain/text/guest-messages.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { useNeedsConnection } from '#web/components/connection-notes.tsx'
import { api } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { MoreMenu } from '#web/ui/more-menu.tsx'
import { refreshRecord } from './manage-practices-query.ts'
import { PersonRow } from './person-row.tsx'

/** None from the previous release, which may answer during an update. */
export function guestsOf({ guests }: Pick<PracticeRecord, 'guests'>): GuestVisit[] {
  return guests ?? []
}

type GuestRowProps = { practiceId: string; guest: GuestVisit; moment: string }

/** A guest among those who came, and what officers can do about them. */
export function GuestRow({ practiceId, guest, moment }: GuestRowProps) {
  const { id: visitId, guestId, name, email } = guest
  const [isAsked, setAsked] = useState(false)
  const refresh = () => refreshRecord(practiceId)
  const remove = useIdempotentMutation(api.guests.remove, { onDone: refresh })
  const erase = useIdempotentMutation(api.guests.erase, { onDone: refresh })
  const blocked = useNeedsConnection()
  const shown = name || guestLabel
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
  return (
    <PersonRow
      person={{ name: shown, email, pictureUrl: defaultPicture }}
      note={noteOf(guest, moment)}
      action={
        <>
          <MoreMenu
            label={inLine`More about ${shown}`}
            items={[
              {
                label: 'Remove from this practice',
                icon: <IconX {...icon} />,
                onClick: async () => {
                  if (await remove.act({ practiceId, visitId })) toast({ text: officerMessages.attendeeRemoved(shown) })
                },
              },
              ...(name === ''
                ? []
                : [
                    {
                      label: 'Erase guest',
                      icon: <IconEraser {...icon} />,
                      tone: 'red' as const,
                      apart: true,
                      onClick: () => setAsked(true),
                    },
                  ]),
            ]}
          />
          <ConfirmDialog
            open={isAsked}
            title={inLine`Erase ${name}?`}
            text={guestMessages.confirmErase(name)}
            confirm="Erase"
            pending={erase.pending}
            blocked={blocked}
            error={erase.problem}
            onConfirm={async () => {
              if ((await erase.act({ guestId })) === null) return
              setAsked(false)
              toast({ text: officerMessages.memberErased })
            }}
            onCancel={() => {
              setAsked(false)
              erase.clear()
            }}
          />
        </>
      }
      problem={remove.problem && <ErrorNote error={remove.problem} onRetry={remove.retry} pending={remove.pending} />}
    />
  )
}

/** `Guest of Ana Bowman · 6:07 PM · by Kai Tanaka · waiver signed` */
function noteOf({ host, officer, waiverSigned, hasSignedUp }: GuestVisit, moment: string) {
  return [
    host === null ? guestLabel : inLine`${guestLabel} of ${host}`,
    moment,
    officer === null ? 'by an officer' : inLine`by ${officer}`,
    ...(waiverSigned ? ['waiver signed'] : []),
    ...(hasSignedUp ? ['has signed up since'] : []),
  ].join(' · ')
}

/** For exports and on paper. */
export function guestCells(guest: GuestVisit, moment: string) {
  const { name, email, officer, host } = guest
  const by = officer === null ? 'by an officer' : inLine`by ${officer}`
  return [name || guestLabel, email, moment, by, host === null ? guestLabel : inLine`${guestLabel} of ${host}`]
}
