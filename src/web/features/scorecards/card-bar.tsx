import { inLine } from '#domain/isolated-text.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import classes from './card-bar.module.css'
import { modeNames } from './card-text.ts'
import type { LocalCard } from './local-card.ts'

type CardBarProps = {
  card: LocalCard
  /** Where the next arrow goes. */
  place: string
  total: number
  /** Ends the editing of a full card; null while it is scored. */
  onDone: (() => void) | null
}

/** Stays at the top while scoring: which card, where the next arrow goes, and the total. */
export function CardBar({ card: { archer, setup }, place, total, onDone }: CardBarProps) {
  const name = archer === null ? setup.name : inLine`${archer}: ${setup.name}`
  const mode = modeNames[setup.mode]
  return (
    <div className={`${classes.bar} no-print`} data-editing={onDone !== null || undefined}>
      <div>
        <p className={classes.name}>
          {name} {!onDone && <span className={classes.mode}>{mode}</span>}
        </p>
        <p className={classes.place}>{onDone ? `${place} · ${mode}` : place}</p>
      </div>
      <p className={classes.total}>
        <ReadOut>Total </ReadOut>
        {total}
      </p>
      {onDone && (
        <ActionButton tone="blue" onClick={onDone}>
          Done
        </ActionButton>
      )}
    </div>
  )
}
