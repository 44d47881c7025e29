import { IconCar, IconTrash } from '@tabler/icons-react'
import type { ManagedPractice } from '#contract/manage-practices.ts'
import { inLine } from '#domain/isolated-text.ts'
import { useOpenPractice } from '#web/addresses/use-address-dialog.ts'
import { MoreMenu } from '#web/ui/more-menu.tsx'
import classes from './practice-table.module.css'
import type { TableContext } from './practice-words.ts'

type ActionsProps = { practice: ManagedPractice; context: TableContext }

/** What officers can do with a practice, side by side. */
export function PracticeActions({ practice, context }: ActionsProps) {
  const open = useOpenPractice()
  const of = nameOf(practice, context)
  const { id } = practice
  return (
    <div className={classes.actions}>
      <button
        type="button"
        className={classes.action}
        aria-label={`View Details: ${of}`}
        aria-haspopup="dialog"
        data-details={id}
        onClick={() => open({ practice: id })}
      >
        View Details
      </button>
      <button
        type="button"
        className={classes.action}
        aria-label={`View Carpool: ${of}`}
        aria-haspopup="dialog"
        onClick={() => open({ practice: id, list: 'carpool' })}
      >
        View Carpool
      </button>
      <button
        type="button"
        className={`${classes.action} ${classes.remove}`}
        aria-label={`Remove ${of}`}
        aria-haspopup="dialog"
        data-remove-practice={id}
        onClick={() => open({ practice: id, ask: 'delete' })}
      >
        Remove
      </button>
    </div>
  )
}

/** The same in a menu, next to a name that opens the details. */
export function PracticeMoreMenu({ practice, context }: ActionsProps) {
  const open = useOpenPractice()
  const { id } = practice
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
  return (
    <MoreMenu
      label={inLine`More about ${practice.title}, ${context.times.when(practice, context.now).date}`}
      items={[
        {
          label: 'View Carpool',
          icon: <IconCar {...icon} />,
          onClick: () => open({ practice: id, list: 'carpool' }),
        },
        {
          label: 'Remove',
          icon: <IconTrash {...icon} />,
          tone: 'red',
          apart: true,
          onClick: () => open({ practice: id, ask: 'delete' }),
        },
      ]}
    />
  )
}

export function nameOf({ title, ...practice }: ManagedPractice, { times, now }: TableContext) {
  return inLine`${title}, ${times.when(practice, now).date}`
}

/** The control that deletes this practice, for returning the focus; in a menu, the one that opens the details. */
export function removeButtonOf(practiceId: string) {
  return (
    document.querySelector<HTMLElement>(`[data-remove-practice="${CSS.escape(practiceId)}"]`) ??
    detailsButtonOf(practiceId)
  )
}

/** The control that opens its details, for returning the focus. */
export function detailsButtonOf(practiceId: string) {
  return document.querySelector<HTMLElement>(`[data-details="${CSS.escape(practiceId)}"]`)
}
