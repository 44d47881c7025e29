import {
  IconCalendarX,
  IconCloudRain,
  IconHourglassLow,
  IconPencil,
  IconTrash,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { useManageDialog } from '#web/addresses/use-address-dialog.ts'
import { MoreMenu } from '#web/ui/more-menu.tsx'

/** What officers can do with a practice, next to its name. */
export function PracticeMenu({ practice }: { practice: PracticeRecord['practice'] }) {
  const { open } = useManageDialog()
  const { id, editable, cancelled, state, attended } = practice
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
  const ask = (ask: 'edit' | 'limit' | 'deadline' | 'cancel' | 'delete') => () => open({ practice: id, ask })
  return (
    <MoreMenu
      label="More"
      items={[
        ...(editable ? [{ label: 'Edit', icon: <IconPencil {...icon} />, onClick: ask('edit') }] : []),
        { label: 'Attendance Limit', icon: <IconUsersGroup {...icon} />, onClick: ask('limit') },
        ...(state === 'over'
          ? []
          : [{ label: 'Reply Deadline', icon: <IconHourglassLow {...icon} />, onClick: ask('deadline') }]),
        ...(state === 'over' && attended > 0
          ? [
              {
                label: 'Rain-out',
                icon: <IconCloudRain {...icon} />,
                onClick: () => open({ practice: id, list: 'rain-out' }),
              },
            ]
          : []),
        ...(editable && !cancelled
          ? [{ label: 'Cancel Practice', icon: <IconCalendarX {...icon} />, onClick: ask('cancel') }]
          : []),
        ...(state === 'live'
          ? []
          : [
              {
                label: 'Delete Practice',
                icon: <IconTrash {...icon} />,
                tone: 'red' as const,
                apart: true,
                onClick: ask('delete'),
              },
            ]),
      ]}
    />
  )
}
