import classes from './cancel-message.module.css'
import { PlainText } from './plain-text.tsx'

/**
 * What officers wrote when they canceled a practice.
 * @param props `children`: undefined in practices that the previous release stored on the phone
 */
export function CancelMessage({ children }: { children: string | undefined }) {
  if (!children) return null
  return (
    <p className={classes.message}>
      <PlainText>{children}</PlainText>
    </p>
  )
}
