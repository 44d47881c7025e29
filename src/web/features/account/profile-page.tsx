import { useQuery } from '@tanstack/react-query'
import type { MyProfile } from '#contract/profile.ts'
import { installMessages } from '#domain/text/device-messages.ts'
import { paletteMessages } from '#domain/text/header-messages.ts'
import { messages } from '#domain/text/public-messages.ts'
import { useSignedInMember } from '#web/auth/route-guards.tsx'
import { Freshness } from '#web/components/connection-notes.tsx'
import { LoadError } from '#web/components/page-placeholders.tsx'
import { showInstallPrompt, useInstallWay } from '#web/features/install/install-way.ts'
import { IosInstructions } from '#web/features/install/ios-instructions.tsx'
import { setSingleKeys, useSingleKeys } from '#web/features/palette/open-palette.ts'
import { PhotoEditor } from '#web/features/photos/photo-editor.tsx'
import { ArcheryStep, CarpoolStep, NameStep, PronounsStep } from '#web/features/welcome/profile-steps.tsx'
import { toProblem } from '#web/lib/request.ts'
import { toast } from '#web/lib/toast.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { CheckField } from '#web/ui/check-field.tsx'
import { useKeptFocus } from '#web/ui/focus.ts'
import { Page, SkeletonCard, Skeletons } from '#web/ui/page.tsx'
import { DeleteSection, OwnDataSection } from './account-data-sections.tsx'
import { PasswordSection, SessionsSection } from './login-sections.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import classes from './profile.module.css'
import { FieldsSection, useEdits } from './profile-fields.tsx'
import { profileQuery } from './profile-query.ts'
import { Section, useProfileDialog } from './profile-section.tsx'
import { ShowGoingSection } from './show-going-section.tsx'

/** Profile, login and data of the signed-in member. */
export function ProfilePage() {
  const query = useQuery(profileQuery)
  if (query.error && !query.data)
    return <LoadError problem={toProblem(query.error)} retry={query.refetch} pending={query.isFetching} />
  return (
    <Page title="My Profile">
      <Freshness query={query} />
      {query.data ? (
        <Profile profile={query.data} />
      ) : (
        <Skeletons label={messages.loading}>
          <div className={classes.sections}>
            <SkeletonCard height={12} />
            <SkeletonCard height={16} />
            <SkeletonCard height={20} />
          </div>
        </Skeletons>
      )}
    </Page>
  )
}

function Profile({ profile }: { profile: MyProfile }) {
  const { userId } = useSignedInMember()
  const edited = useEdits(userId, profile)
  useKeptFocus()
  const { today, email, pictureUrl } = profile
  const all = { edited, today }
  return (
    <div className={classes.sections}>
      <PictureSection />
      <FieldsSection
        {...all}
        step={1}
        title="Name and birthday"
        lead="Your name appears next to your photo at practice."
      >
        {(fields) => <NameStep {...fields} />}
      </FieldsSection>
      <FieldsSection {...all} step={3} title="Archery preferences" lead="So officers know which bows to bring.">
        {(fields) => <ArcheryStep {...fields} />}
      </FieldsSection>
      <FieldsSection {...all} step={4} title="Carpool">
        {(fields) => <CarpoolStep {...fields} />}
      </FieldsSection>
      <FieldsSection {...all} step={5} title="Pronouns">
        {(fields) => <PronounsStep {...fields} typed={edited.typedPronoun} onType={edited.setTypedPronoun} />}
      </FieldsSection>
      <ShowGoingSection />
      <NotificationsSection news={profile.news} />
      <InstallSection />
      <KeyboardSection />
      <PasswordSection email={email} />
      <SessionsSection />
      <OwnDataSection pictureUrl={pictureUrl} />
      <DeleteSection />
    </div>
  )
}

/** The picture shown next to the member's name. */
function PictureSection() {
  return (
    <Section title="Photo" lead="Your photo or initials appear next to your name at practice.">
      <PhotoEditor saveLabel="Save photo" onSaved={() => toast({ text: 'Your photo is saved.' })} />
    </Section>
  )
}

/** Installing the app, where this browser supports it or the member can do it by hand. */
function InstallSection() {
  const way = useInstallWay()
  const dialog = useProfileDialog('install')
  if (way === null) return null

  return (
    <Section title={installMessages.title} lead={installMessages.lead}>
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

/** Turns single-key shortcuts on or off for this device. */
function KeyboardSection() {
  const singleKeys = useSingleKeys()
  return (
    <Section title="Keyboard" lead={paletteMessages.singleKeysMeaning}>
      <CheckField label={paletteMessages.singleKeys} checked={singleKeys} onChange={setSingleKeys} />
    </Section>
  )
}
