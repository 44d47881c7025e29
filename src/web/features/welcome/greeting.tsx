import { Navigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { count } from '#domain/text/public-messages.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ModalFrame } from '#web/ui/modal-frame.tsx'
import { useDocumentTitle } from '#web/ui/page.tsx'
import { Rings, TargetMark } from '#web/ui/target-drawings.tsx'
import classes from './greeting.module.css'

export type Finished = {
  nameFirst: string
  dayPasses: number
  claimed: { practices: number; paidPractices: number; dayPasses: number }
}

const shownMs = 1800

/** Full-screen greeting with the first name for a moment; any key or tap skips it. */
export function Greeting({ nameFirst, dayPasses, claimed }: Finished) {
  const [over, setOver] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useDocumentTitle('Welcome')
  useEffect(() => {
    // A key held down since the Finish button is not a new press.
    const goOn = (event?: Event) => {
      if (!(event instanceof KeyboardEvent && event.repeat)) setOver(true)
    }
    const timer = setTimeout(goOn, shownMs)
    window.addEventListener('keydown', goOn)
    window.addEventListener('pointerup', goOn)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', goOn)
      window.removeEventListener('pointerup', goOn)
    }
  }, [])
  const passes = dayPasses + claimed.dayPasses
  if (over) return <Navigate to="/home" state={{ firstVisit: true }} replace />
  return (
    <ModalFrame open onClose={() => setOver(true)} side="all" labelledBy="greeting" initialFocus={heading}>
      <div className={classes.greeting}>
        <Rings className={classes.rings} />
        <span className={classes.mark}>
          <TargetMark size={88} />
        </span>
        <h1 id="greeting" ref={heading} tabIndex={-1} className={classes.heading}>
          Welcome, <bdi>{nameFirst}</bdi>!
        </h1>
        {passes > 0 && (
          <p className={classes.line}>{count(passes, 'day pass is', 'day passes are')} waiting for you.</p>
        )}
        {claimed.paidPractices > 0 && (
          <p className={classes.line}>
            {count(claimed.paidPractices, 'practice is', 'practices are')} already paid for.
          </p>
        )}
        {claimed.practices > 0 && (
          <p className={classes.line}>
            {count(claimed.practices, 'practice')} you attended earlier {claimed.practices === 1 ? 'was' : 'were'} added
            to your history.
          </p>
        )}
        <div className={classes.skip}>
          <ActionButton tone="quiet" onClick={() => setOver(true)}>
            Continue
          </ActionButton>
        </div>
      </div>
    </ModalFrame>
  )
}
