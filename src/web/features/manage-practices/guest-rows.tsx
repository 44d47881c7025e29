import { IconEraser, IconX } from '@tabler/icons-react'
import type { GuestVisit } from '#contract/guests.ts'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { inLine } from '#domain/isolated-text.ts'
import { defaultPicture } from '#domain/photos.ts'
import { guestLabel, guestMessages } from '#domain/text/guest-messages.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { useLast } from '#web/addresses/use-address-dialog.ts'
import { ConfirmAction } from '#web/components/confirm-action.tsx'
import { api } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { MoreMenu } from '#web/ui/more-menu.tsx'
import { refreshRecord } from './manage-practices-query.ts'
import { PersonRow } from './person-row.tsx'

/** None from the previous release, which may answer during an update. */
export function guestsOf({ guests }: Pick<PracticeRecord, 'guests'>): GuestVisit[] {
  return guests ?? []
}

type GuestRowProps = { practiceId: string; guest: GuestVisit; moment: string; onErase: () => void }

/** A guest among those who came, and what officers can do about them. */
export function GuestRow({ practiceId, guest, moment, onErase }: GuestRowProps) {
  const { id: visitId, name, email } = guest
  const remove = useIdempotentMutation(api.guests.remove, { onDone: () => refreshRecord(practiceId) })
  const shown = name || guestLabel
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
  return (
    <PersonRow
      person={{ name: shown, email, pictureUrl: defaultPicture }}
      note={noteOf(guest, moment)}
      action={
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
                    onClick: onErase,
                  },
                ]),
          ]}
        />
      }
      problem={remove.problem && <ErrorNote error={remove.problem} onRetry={remove.retry} pending={remove.pending} />}
    />
  )
}

/** The dialog that asks whether to erase a guest, over the list; which one is in the address. */
export type Erasing = { guestId: string | undefined; onAsk: (guestId: string) => void; onClose: () => void }

/** Asks before a guest's name and email are erased from all practices. */
export function EraseGuest({ record, erasing }: { record: PracticeRecord; erasing: Erasing }) {
  const { guestId, onClose } = erasing
  const erase = useIdempotentMutation(api.guests.erase, { onDone: () => refreshRecord(record.practice.id) })
  const guest = guestsOf(record).find((each) => each.guestId === guestId && each.name !== '')
  const name = useLast(guest?.name) ?? ''
  return (
    <ConfirmAction
      asked={guestId !== undefined}
      input={guest ? { guestId: guest.guestId } : null}
      act={erase}
      title={inLine`Erase ${name}?`}
      text={guestMessages.confirmErase(name)}
      confirm="Erase"
      onDone={() => toast({ text: officerMessages.memberErased })}
      onClose={onClose}
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
