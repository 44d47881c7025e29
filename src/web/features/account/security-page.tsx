import { installMessages } from '#domain/text/device-messages.ts'
import { paletteMessages } from '#domain/text/header-messages.ts'
import { showInstallPrompt, useInstallWay } from '#web/features/install/install-way.ts'
import { IosInstructions } from '#web/features/install/ios-instructions.tsx'
import { setSingleKeys, useSingleKeys } from '#web/features/palette/open-palette.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { CheckField } from '#web/ui/check-field.tsx'
import { useTouchOnly } from '#web/ui/use-media.ts'
import { PasswordSection, SessionsSection } from './login-sections.tsx'
import classes from './profile.module.css'
import { ProfileFrame } from './profile-frame.tsx'
import { Section, useProfileDialog } from './profile-section.tsx'

/** The password, the devices where the member is logged in, and how the app works on this one. */
export function SecurityPage() {
  return (
    <ProfileFrame at="/profile/security">
      {({ email }) => (
        <>
          <SessionsSection />
          <PasswordSection email={email} />
          <InstallSection />
          <KeyboardSection />
        </>
      )}
    </ProfileFrame>
  )
}

/** Installing the app, where this browser supports it or the member can do it by hand. */
function InstallSection() {
  const way = useInstallWay()
  const dialog = useProfileDialog('install')
  if (way === null) return null

  return (
    <Section id="home-screen" title={installMessages.title} lead={installMessages.lead}>
      <div className={classes.actions}>
        {way === 'browser' ? (
          <ActionButton onClick={showInstallPrompt}>{installMessages.installApp}</ActionButton>
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

/** Turns single-key shortcuts on or off for this device; nothing on a phone, where hardly anyone has a keyboard. */
function KeyboardSection() {
  const singleKeys = useSingleKeys()
  const isTouched = useTouchOnly()
  if (isTouched) return null
  return (
    <Section id="keyboard" title="Keyboard" lead={paletteMessages.singleKeysMeaning}>
      <CheckField label={paletteMessages.singleKeys} checked={singleKeys} onChange={setSingleKeys} />
    </Section>
  )
}
