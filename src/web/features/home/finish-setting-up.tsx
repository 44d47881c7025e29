import { IconSettings } from '@tabler/icons-react'
import { useId } from 'react'
import type { Home } from '#contract/home.ts'
import { Card } from '#web/ui/card.tsx'
import classes from './finish-setting-up.module.css'

/** For officers: what members do not see, because nobody has set it or said that the club has none (D3). */
export function FinishSettingUp({ unset }: { unset: Home['unset'] }) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className={classes.card}>
      <div className={classes.top}>
        <IconSettings size={24} stroke={1.75} aria-hidden />
        <h2 id={id}>Finish setting up</h2>
      </div>
      <p>Hidden from members until your webmaster sets these in club.config.ts.</p>
      <ul className={classes.list}>
        {unset.map(({ setting, brings }) => (
          <li key={setting}>
            <code>{setting}</code>
            <span>{brings}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
