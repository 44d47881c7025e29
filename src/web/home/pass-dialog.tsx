import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { MyPass } from '#contract/passes.ts'
import { messages, usePassRefusals } from '#domain/messages.ts'
import { decideUsePass } from '#domain/passes.ts'
import { api } from '#web/api.ts'
import { problemOf } from '#web/problem.ts'
import { useClub } from '#web/session/session.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import { InfoDialog } from '#web/ui/info-dialog.tsx'
import { Rings } from '#web/ui/rings.tsx'
import classes from './pass-dialog.module.css'
import { passTitle } from './tiles.tsx'
import { useUsePass } from './use-check-in.ts'
import { saveHome } from './use-home.ts'
import { useHomeDialog } from './use-home-dialog.ts'

/** How many day passes are left, Use Pass and Buy Pass (specification §2). */
export function PassDialog({ pass }: { pass: MyPass }) {
  const { search, close } = useHomeDialog()
  const usePass = useUsePass()
  const fresh = useFreshPass(search.open === 'pass')
  const store = useClub()?.storeLinks.passes ?? null
  const { dayPasses } = pass
  return (
    <InfoDialog open={search.open === 'pass'} onClose={close} title={passTitle(pass)}>
      <PassState pass={pass} />
      <p className={classes.left}>
        <span className={classes.number}>{dayPasses}</span> {dayPasses === 1 ? 'day pass left' : 'day passes left'}
      </p>
      {fresh.error && (
        <FormMessage
          tone="error"
          details={problemOf(fresh.error).message}
          actions={
            <ActionButton pending={fresh.isFetching} onClick={() => fresh.refetch()}>
              Try again
            </ActionButton>
          }
        >
          {messages.passesUnavailable}
        </FormMessage>
      )}
      <div className={classes.acts}>
        <ActionButton
          tone="gold"
          size="lg"
          fullWidth
          pending={usePass.pending}
          reason={whyNot(pass)}
          onClick={usePass.spend}
        >
          Use Pass
        </ActionButton>
        <ErrorNote
          error={usePass.problem}
          onRetry={usePass.problem?.kind === 'refused' ? undefined : usePass.spend}
          pending={usePass.pending}
        />
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

function whyNot({ current, dayPasses }: MyPass) {
  const decision = decideUsePass({ pass: current, dayPasses })
  if (decision.outcome === 'used') return null
  return decision.reason === 'pass-active' ? messages.passActive(current) : usePassRefusals[decision.reason]
}

/** The passes as they are now, asked for when the dialog opens: the page behind it may be old. */
function useFreshPass(open: boolean) {
  return useQuery({
    queryKey: ['passes'],
    queryFn: async ({ signal }) => {
      const pass = await api.passes.get(undefined, { signal })
      saveHome((home) => ({ ...home, pass }))
      return pass
    },
    enabled: open,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}
