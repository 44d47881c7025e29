import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { MyPass } from '#contract/passes.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { useClub } from '#web/auth/use-session.ts'
import { DayPassesLeft } from '#web/features/passes/day-passes-left.tsx'
import { PassesUnavailable } from '#web/features/passes/passes-unavailable.tsx'
import { passQuery } from '#web/features/passes/use-pass.ts'
import { UsePassButton } from '#web/features/passes/use-pass-button.tsx'
import { useUsePass } from '#web/features/passes/use-use-pass.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { InfoDialog } from '#web/ui/info-dialog.tsx'
import { Rings } from '#web/ui/rings.tsx'
import classes from './pass-dialog.module.css'
import { passTitle } from './tiles.tsx'
import { useHomeDialog } from './use-home-dialog.ts'

/** How many day passes are left, Use Pass and Buy Pass (specification §2). */
export function PassDialog({ pass }: { pass: MyPass }) {
  const { search, close } = useHomeDialog()
  const open = search.open === 'pass'
  const usePass = useUsePass()
  // As they are now: the page behind may be old.
  const fresh = useQuery({ ...passQuery, enabled: open, staleTime: 0, gcTime: 0, retry: false })
  const store = useClub()?.storeLinks.passes ?? null
  return (
    <InfoDialog open={open} onClose={close} title={passTitle(pass)}>
      <PassState pass={pass} />
      <div>
        <DayPassesLeft count={pass.dayPasses} />
        <p className={classes.meaning}>{memberMessages.dayPassesMeaning}</p>
      </div>
      <PassesUnavailable query={fresh} />
      <div className={classes.acts}>
        <UsePassButton pass={pass} usePass={usePass} />
        {store !== null && (
          <ExternalLink href={store} look="button">
            Buy Pass
          </ExternalLink>
        )}
      </div>
    </InfoDialog>
  )
}

/** A pass that counts now is shown as one; without one there is nothing to show. */
function PassState({ pass: { current } }: { pass: MyPass }) {
  if (current === 'none') return null
  return (
    <div className={classes.pass}>
      <Rings className={classes.rings} />
      <p className={classes.name}>{current}</p>
      <p className={classes.valid}>
        <IconCircleCheck size={20} stroke={1.75} aria-hidden />
        {current === 'Day Pass' ? 'Valid until midnight' : 'Valid'}
      </p>
    </div>
  )
}
