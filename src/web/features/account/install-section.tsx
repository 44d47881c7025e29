import { installMessages } from '#domain/text/install-messages.ts'
import { IosInstructions } from '#web/features/install/ios-instructions.tsx'
import { askBrowser, useInstallWay } from '#web/features/install/platform.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import classes from './profile.module.css'
import { Section } from './section.tsx'
import { useProfileDialog } from './use-profile-dialog.ts'

/** The app on one's home screen, where this browser can put it there or be told to. */
export function InstallSection() {
  const way = useInstallWay()
  const dialog = useProfileDialog('install')
  if (way === null) return null

  return (
    <Section title={installMessages.title} lead={installMessages.lead}>
      <div className={classes.actions}>
        {way === 'browser' ? (
          <ActionButton onClick={askBrowser}>{installMessages.installApp}</ActionButton>
        ) : (
          <ActionButton aria-haspopup="dialog" onClick={dialog.open}>
            {installMessages.showHow}
          </ActionButton>
        )}
      </div>
      {way === 'by-hand' && <IosInstructions open={dialog.isOpen} onClose={dialog.close} text={installMessages.lead} />}
    </Section>
  )
}
