import { IconCash } from '@tabler/icons-react'
import { inLine } from '#domain/isolated-text.ts'
import { ActionButton, IconButton } from '#web/ui/buttons.tsx'
import { useDesktop } from '#web/ui/use-media.ts'

type SellButtonProps = {
  name: string
  /** In a row, where a phone has only room for the icon. */
  briefly?: boolean
  onClick: () => void
}

/** Opens the question what is sold to someone. */
export function SellButton({ name, briefly = false, onClick }: SellButtonProps) {
  const desktop = useDesktop()
  const icon = <IconCash size={20} stroke={1.75} aria-hidden />
  const props = { label: inLine`Sell to ${name}`, 'aria-haspopup': 'dialog', onClick } as const
  if (briefly && !desktop) return <IconButton {...props}>{icon}</IconButton>
  return (
    <ActionButton icon={icon} {...props}>
      Sell
    </ActionButton>
  )
}
