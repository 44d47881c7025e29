import classes from './rings.module.css'

const radii = [10, 20, 30, 40, 50, 60]

/** The motif: concentric hairline rings, behind sign-in, empty states and the pass. Place and size come with a class. */
export function Rings({ className }: { className?: string }) {
  return (
    <svg className={className ? `${classes.rings} ${className}` : classes.rings} viewBox="-60 -60 120 120" aria-hidden>
      {radii.map((radius) => (
        <circle key={radius} r={radius} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  )
}
