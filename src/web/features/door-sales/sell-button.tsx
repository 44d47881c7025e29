import { IconCash } from '@tabler/icons-react'
import { inLine } from '#domain/isolated-text.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import classes from './sell-button.module.css'

type SellButtonProps = {
  name: string
  /** In a row, where a phone has only room for the icon. */
  briefly?: boolean
  onClick: () => void
}

/** Opens the question what is sold to someone. */
export function SellButton({ name, briefly, onClick }: SellButtonProps) {
  return (
    <ActionButton
      label={inLine`Sell to ${name}`}
      icon={<IconCash size={20} stroke={1.75} aria-hidden />}
      aria-haspopup="dialog"
      className={briefly ? classes.brief : undefined}
      onClick={onClick}
    >
      Sell
    </ActionButton>
  )
}
