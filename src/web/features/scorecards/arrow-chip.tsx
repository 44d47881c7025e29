import type { ArrowValue } from '#domain/scorecards/faces.ts'
import classes from './arrow-chip.module.css'
import { writtenScore } from './card-text.ts'
import colors from './ring-colors.module.css'
import { ringColorOf } from './target-face.tsx'

type ArrowChipProps = {
  value: ArrowValue
  /** Called higher than it scores. */
  lost?: boolean | undefined
  /** Changed after its end. */
  changed?: boolean | undefined
  /** It is being re-entered. */
  again?: boolean | undefined
}

/** A value on the color of its ring. */
export function ArrowChip({ value, lost, changed, again }: ArrowChipProps) {
  return (
    <span
      className={`${classes.chip} ${colors.on}`}
      data-color={ringColorOf(value)}
      data-lost={lost || undefined}
      data-why={changed || undefined}
      data-again={again || undefined}
    >
      {writtenScore(value)}
    </span>
  )
}

/** A chip that can be pressed to enter its arrow again. */
export function ArrowButton({ label, onPress, ...chip }: ArrowChipProps & { label: string; onPress: () => void }) {
  return (
    <button type="button" className={classes.slot} aria-label={label} onClick={onPress}>
      <ArrowChip {...chip} />
    </button>
  )
}

/** The place of an arrow that hasn't been entered; dashed where the next one goes. */
export function EmptyChip({ next }: { next: boolean }) {
  return <span className={classes.empty} data-next={next || undefined} />
}
