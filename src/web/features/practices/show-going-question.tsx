import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { goingMessages } from '#domain/text/going-messages.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { useAskedToShowGoing, useShowGoing } from './show-going.ts'
import classes from './show-going-question.module.css'

/**
 * Asks a member once whether others see that they're going. What they chose takes the question's place until they
 * leave the page.
 * @param isGoing with a spot, according to the screen
 */
export function ShowGoingQuestion({ practiceId, isGoing }: { practiceId: string; isGoing: boolean }) {
  const isAsked = useAskedToShowGoing(practiceId)
  const { choose, problem } = useShowGoing()
  const [chosen, setChosen] = useState<'shown' | 'hidden' | null>(null)
  const card = useRef<HTMLDivElement>(null)
  const isShown = isGoing && (isAsked || chosen !== null)

  async function press(show: boolean) {
    setChosen(show ? 'shown' : 'hidden')
    // The buttons are gone.
    card.current?.focus({ preventScroll: true })
    if (!(await choose(show))) setChosen(null)
  }

  return (
    // Always mounted, so that screen readers announce the question.
    <div role="status" className={classes.status}>
      {isShown && (
        <div ref={card} tabIndex={-1} className={chosen === null ? classes.card : `${classes.card} ${classes.chosen}`}>
          {chosen === null ? (
            <>
              <p className={classes.question}>{goingMessages.ask}</p>
              <p className={classes.meaning}>{goingMessages.whoSees}</p>
              <div className={classes.actions}>
                <ActionButton onClick={() => void press(true)}>{goingMessages.show}</ActionButton>
                <ActionButton tone="quiet" onClick={() => void press(false)}>
                  {goingMessages.notNow}
                </ActionButton>
              </div>
            </>
          ) : (
            <>
              <p>{goingMessages[chosen]}</p>
              <Link to="/profile" className={classes.link}>
                {goingMessages.change}
              </Link>
            </>
          )}
        </div>
      )}
      <ErrorNote error={problem} />
    </div>
  )
}
