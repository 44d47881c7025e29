import { IconCopy, IconShare2, IconSquareRoundedPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { installMessages } from '#domain/text/device-messages.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import classes from './ios-instructions.module.css'

type IosInstructionsProps = { open: boolean; onClose: () => void; text: ReactNode }

/** The two steps in Safari, illustrated. */
export function IosInstructions({ open, onClose, text }: IosInstructionsProps) {
  const { title, gotIt, share, add, ownLogin } = installMessages
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeOnBackdrop
      title={title}
      text={text}
      actions={
        <ActionButton tone="blue" fullWidth onClick={onClose}>
          {gotIt}
        </ActionButton>
      }
    >
      <ol className={classes.steps}>
        <li>
          <strong>{share.act}</strong> {share.more}
          <BarPicture />
        </li>
        <li>
          <strong>{add.act}</strong> {add.more}
          <ListPicture />
        </li>
      </ol>
      <p className={classes.login}>{ownLogin}</p>
    </Dialog>
  )
}

const lines = { fill: 'var(--surface)', stroke: 'var(--line-strong)' }
const wanted = { fill: 'var(--blue-tint)', stroke: 'var(--blue-text)', strokeWidth: 2 }
const icon = { size: 24, stroke: 1.75 }

/** Safari's toolbar, with Share marked. */
function BarPicture() {
  return (
    <svg viewBox="0 0 280 64" aria-hidden>
      <rect width="280" height="64" rx="12" fill="var(--sunken)" />
      <rect x="16" y="12" width="184" height="40" rx="20" {...lines} />
      <rect x="64" y="29" width="88" height="6" rx="3" fill="var(--line-strong)" />
      <circle cx="238" cy="32" r="24" {...wanted} />
      <IconShare2 x={226} y={19} {...icon} color="var(--blue-text)" />
    </svg>
  )
}

/** The Share menu, with Add to Home Screen marked. */
function ListPicture() {
  return (
    <svg viewBox="0 0 280 104" aria-hidden>
      <rect width="280" height="104" rx="12" fill="var(--sunken)" />
      <rect x="16" y="10" width="248" height="36" rx="10" {...lines} />
      <rect x="32" y="25" width="72" height="6" rx="3" fill="var(--line-strong)" />
      <IconCopy x={228} y={16} {...icon} color="var(--muted)" />
      <rect x="16" y="52" width="248" height="42" rx="10" {...wanted} />
      <text x="32" y="78" fill="var(--ink)" fontSize="15" fontWeight="600">
        {installMessages.addToHomeScreen}
      </text>
      <IconSquareRoundedPlus x={228} y={61} {...icon} color="var(--blue-text)" />
    </svg>
  )
}
