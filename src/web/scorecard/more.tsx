import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { ActionButton } from '#web/ui/action-button.tsx'
import { CardInsight } from './card-insight.tsx'
import { CardOutput } from './card-output.tsx'
import type { KeptCard } from './kept-card.ts'

/** Beside the score: group, sight and handicap, shown when asked for; and the card to take along. */
export function More({ card }: { card: KeptCard }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const Chevron = open ? IconChevronUp : IconChevronDown
  return (
    <>
      <ActionButton
        fullWidth
        icon={<Chevron size={20} stroke={1.75} aria-hidden />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        Group, sight and handicap
      </ActionButton>
      <div id={id} hidden={!open}>
        {open && <CardInsight card={card} />}
      </div>
      <CardOutput card={card} />
    </>
  )
}
