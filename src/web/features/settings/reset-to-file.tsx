import type { ClubSetting } from '#contract/club-settings.ts'
import { settingMessages as text } from '#domain/text/setting-messages.ts'
import { api } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { refreshSettings } from './settings-query.ts'

/** Drops the app's value, so that the webmaster's applies again. */
export function ResetToFile({ setting: { name, revision }, onDone }: { setting: ClubSetting; onDone: () => void }) {
  const reset = useIdempotentMutation(api.clubSettings.reset, {
    onDone: async () => {
      await refreshSettings()
      toast({ text: text.saved })
      onDone()
    },
  })
  return (
    <>
      <ActionButton tone="quiet" sends pending={reset.pending} onClick={() => reset.act({ name, seen: revision })}>
        {text.backToFile}
      </ActionButton>
      <ErrorNote error={reset.problem} onRetry={reset.retry} pending={reset.pending} />
    </>
  )
}
