import { IconCar, IconPlayerStop, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useHomeDialog } from '#web/addresses/use-address-dialog.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { MoreMenu } from '#web/ui/more-menu.tsx'
import classes from './officer-bar.module.css'

/** What officers do at the live practice once they have checked in themselves, in the thumb zone. */
export function OfficerBar() {
  const { open } = useHomeDialog()
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
  return (
    <div className={classes.bar}>
      <ActionButton
        fullWidth
        icon={<IconUsers {...icon} />}
        aria-haspopup="dialog"
        onClick={() => open({ open: 'attendees' })}
      >
        Attendees
      </ActionButton>
      <ActionButton
        fullWidth
        icon={<IconUserPlus {...icon} />}
        aria-haspopup="dialog"
        onClick={() => open({ open: 'add' })}
      >
        Add
      </ActionButton>
      <MoreMenu
        label="More"
        items={[
          { label: 'Carpool', icon: <IconCar {...icon} />, onClick: () => open({ open: 'carpool' }) },
          {
            label: 'End Practice Early',
            icon: <IconPlayerStop {...icon} />,
            tone: 'red',
            apart: true,
            onClick: () => open({ open: 'end' }),
          },
        ]}
      />
    </div>
  )
}
