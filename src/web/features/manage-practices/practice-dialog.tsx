import { useEffect } from 'react'
import type { ManagedPractice } from '#contract/manage-practices.ts'
import { useLast } from '#web/shell/use-address-dialog.ts'
import { InfoDialog } from '#web/ui/info-dialog.tsx'
import { PracticeRecordSections } from './practice-record.tsx'
import { detailsButtonOf } from './practice-table.tsx'
import { RemoveAttendeeDialog } from './remove-attendee-dialog.tsx'
import { useManageDialog } from './use-manage-dialog.ts'

const titles = { answers: 'RSVPs', attendees: 'Attendees', carpool: 'Carpool List', 'rain-out': 'Rain-out' } as const

type PracticeDialogProps = {
  practices: ManagedPractice[]
  /** What has just been deleted from here: there are no details of it to go back to. */
  gone: string | null
  now: number
}

/** One practice: its details, or one of its lists. */
export function PracticeDialog({ practices, gone, now }: PracticeDialogProps) {
  const { search, open, close } = useManageDialog()
  const asked = search.practice !== undefined && (search.ask === undefined || search.ask === 'remove')
  const isOpen = asked && search.practice !== gone
  const practiceId = useLast(isOpen ? search.practice : null) ?? ''
  const part = useLast(isOpen ? (search.list ?? 'details') : null)
  const list = part === 'details' || part === null ? undefined : part
  const title = practices.find(({ id }) => id === practiceId)?.title

  useEffect(() => {
    if (asked && !isOpen) close()
  })
  return (
    <>
      <InfoDialog
        // Another thing to look at: it begins at its top, with its heading.
        key={`${practiceId} ${list ?? ''}`}
        wide
        open={isOpen}
        onClose={close}
        title={list ? titles[list] : (title ?? 'Practice')}
        returnFocus={() => detailsButtonOf(practiceId)}
      >
        {practiceId !== '' && (
          <PracticeRecordSections
            practiceId={practiceId}
            list={list}
            now={now}
            onRemove={(member) => open({ practice: practiceId, list: 'attendees', ask: 'remove', member })}
          />
        )}
      </InfoDialog>
      <RemoveAttendeeDialog practiceId={practiceId} />
    </>
  )
}
