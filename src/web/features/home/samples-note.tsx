import { IconFlask } from '@tabler/icons-react'
import type { Home } from '#contract/home.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { QuietNote } from '#web/ui/quiet-note.tsx'
import { useHomeDialog } from './use-home-dialog.ts'

/** For officers of a new club, until its own practices and settings replace the samples. */
export function SamplesNote({ home }: { home: Home }) {
  const dialog = useHomeDialog()
  return (
    <QuietNote
      icon={<IconFlask size={20} stroke={1.75} aria-hidden />}
      action={
        <ActionButton tone="quiet" aria-haspopup="dialog" onClick={() => dialog.open({ open: 'samples' })}>
          Remove samples
        </ActionButton>
      }
    >
      {memberMessages.samplesShown({ practices: home.hasSamples, settings: home.hasSampleSettings })}
    </QuietNote>
  )
}
