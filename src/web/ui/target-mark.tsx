import classes from './target-mark.module.css'

/** The club's mark: a target face. */
export function TargetMark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="-16.5 -16.5 33 33" aria-hidden>
      <circle r="16" className={classes.rim} />
      <circle r="12" fill="var(--face-blue)" />
      <circle r="8" fill="var(--face-red)" />
      <circle r="4" fill="var(--face-gold)" />
    </svg>
  )
}
