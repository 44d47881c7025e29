import { outlookMessages as text } from '#domain/text/outlook-messages.ts'
import { useLast, useManageDialog } from '#web/addresses/use-address-dialog.ts'
import { useLazy } from '#web/lib/lazy-code.ts'
import { InfoDialog } from '#web/ui/dialog.tsx'
import { ReminderSkeleton } from './reminder-skeleton.tsx'

/** Says who gets a reminder, and who doesn't and why, before it is sent. */
export function RemindDialog({ now }: { now: number }) {
  const { search, close } = useManageDialog()
  const asked = search.ask === 'remind'
  const practiceId = useLast(asked ? search.practice : null) ?? ''
  const form = useLazy(() => import('./reminder-form.tsx'), { asked })
  return (
    <InfoDialog open={asked} onClose={close} title={text.remindTitle}>
      {form && practiceId !== '' ? (
        <form.ReminderForm practiceId={practiceId} now={now} onClose={close} />
      ) : (
        <ReminderSkeleton />
      )}
    </InfoDialog>
  )
}
