import type { ReactNode } from 'react'
import { Page } from '#web/ui/page.tsx'
import { Rings } from '#web/ui/rings.tsx'
import { TargetMark } from '#web/ui/target-mark.tsx'
import classes from './auth-page.module.css'

type AuthPageProps = { title: string; lead?: ReactNode; screen?: string; children: ReactNode }

/** Sign-in and the pages around it: the mark, what this is, and one form. */
export function AuthPage({ title, lead, screen, children }: AuthPageProps) {
  return (
    <div className={classes.frame}>
      <Rings className={classes.rings} />
      <Page
        title={title}
        screen={screen}
        narrow
        before={
          <span className={classes.mark}>
            <TargetMark size={54} />
          </span>
        }
      >
        {lead !== undefined && <p className={classes.lead}>{lead}</p>}
        {children}
      </Page>
    </div>
  )
}
