import { IconCar, IconId, IconTarget } from '@tabler/icons-react'
import { useClub } from '#web/auth/use-session.ts'
import { ActionBar } from '#web/ui/action-bar.tsx'
import { ActionButton } from '#web/ui/action-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Rings } from '#web/ui/rings.tsx'
import { TargetMark } from '#web/ui/target-mark.tsx'
import classes from './wizard.module.css'

const asked = [
  { icon: IconId, text: 'Your name, birthday, and pronouns' },
  { icon: IconTarget, text: 'Your bow and equipment' },
  { icon: IconCar, text: 'Whether you can give rides' },
]

/** Step 0: what comes, and Start. */
export function StartScreen({ onStart }: { onStart: () => unknown }) {
  const club = useClub()
  return (
    <div className={classes.start}>
      <Rings className={classes.rings} />
      <Page
        title="Welcome"
        heading={`Welcome to ${club?.name ?? 'the club'}`}
        screen={0}
        narrow
        before={
          <span className={classes.mark}>
            <TargetMark size={54} />
          </span>
        }
      >
        <div className={classes.step}>
          <p className={classes.lead}>Five short steps, about two minutes. What you enter is saved as you go.</p>
          <ul className={classes.list}>
            {asked.map(({ icon: Icon, text }) => (
              <li key={text}>
                <Icon size={24} stroke={1.75} aria-hidden />
                {text}
              </li>
            ))}
          </ul>
          <ActionBar width="30rem" inlineWhenWide>
            <ActionButton tone="gold" size="lg" fullWidth onClick={onStart}>
              Start
            </ActionButton>
          </ActionBar>
        </div>
      </Page>
    </div>
  )
}
