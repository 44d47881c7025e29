import ringsClasses from './rings.module.css'
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

const radii = [10, 20, 30, 40, 50, 60]

/**
 * A decoration of concentric hairline rings, behind login, empty states and the pass. The class sets its position and
 * size.
 */
export function Rings({ className }: { className?: string }) {
  return (
    <svg
      className={className ? `${ringsClasses.rings} ${className}` : ringsClasses.rings}
      viewBox="-60 -60 120 120"
      aria-hidden
    >
      {radii.map((radius) => (
        <circle key={radius} r={radius} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  )
}
