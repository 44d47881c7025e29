import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import classes from './code-digits.module.css'

/** Six digits in two groups, to read and type; screen readers say them one by one. */
export function CodeDigits({ code }: { code: string }) {
  return (
    <p className={classes.digits}>
      <span aria-hidden>
        {code.slice(0, 3)} {code.slice(3)}
      </span>
      <VisuallyHidden>{[...code].join(' ')}</VisuallyHidden>
    </p>
  )
}
