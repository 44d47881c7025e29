import type { ReactNode } from 'react'
import type { MyProfile } from '#contract/profile.ts'
import { displayName } from '#domain/names.ts'
import { bowTypeLabels } from '#domain/profile.ts'
import { profileMessages } from '#domain/text/profile-messages.ts'
import { useSignedInMember } from '#web/auth/route-guards.tsx'
import { ThemeChoice } from '#web/components/theme-choice.tsx'
import { PhotoEditor } from '#web/features/photos/photo-editor.tsx'
import { LogOutButton } from '#web/features/session/log-out-button.tsx'
import { ArcheryStep, CarpoolStep, NameStep, PronounsStep } from '#web/features/welcome/profile-steps.tsx'
import { toast } from '#web/lib/toast.ts'
import { Card } from '#web/ui/card.tsx'
import classes from './profile.module.css'
import { FieldsSection, useEdits } from './profile-fields.tsx'
import { ProfileFrame } from './profile-frame.tsx'
import { Section } from './profile-section.tsx'
import { ShowGoingSection } from './show-going-section.tsx'

/** The member's photo, what the club asked in the wizard, and the app on this device. */
export function MePage() {
  return <ProfileFrame at="/profile">{(profile) => <Me profile={profile} />}</ProfileFrame>
}

function Me({ profile }: { profile: MyProfile }) {
  const { userId } = useSignedInMember()
  const edited = useEdits(userId, profile)
  const all = { edited, today: profile.today }
  return (
    <>
      <Section title="Photo" titleHidden>
        <PhotoEditor beside saveLabel="Save photo" onSaved={() => toast({ text: profileMessages.photoSaved })} />
      </Section>
      <Card flush className={classes.facts}>
        <FieldsSection
          {...all}
          step={1}
          title="Name and birthday"
          lead="Your name appears next to your photo at practice."
          summary={nameIn(profile)}
        >
          {(fields) => <NameStep {...fields} />}
        </FieldsSection>
        <FieldsSection
          {...all}
          step={3}
          title="Archery preferences"
          lead="So officers know which bows to bring."
          summary={archeryIn(profile)}
        >
          {(fields) => <ArcheryStep {...fields} />}
        </FieldsSection>
        <FieldsSection {...all} step={4} title="Carpool" summary={carIn(profile)}>
          {(fields) => <CarpoolStep {...fields} />}
        </FieldsSection>
        <FieldsSection {...all} step={5} title="Pronouns" summary={pronounsIn(profile)}>
          {(fields) => <PronounsStep {...fields} typed={edited.typedPronoun} onType={edited.setTypedPronoun} />}
        </FieldsSection>
      </Card>
      <ShowGoingSection />
      <Section title={profileMessages.deviceTitle}>
        <div className={classes.form}>
          <ThemeChoice />
          <LogOutButton />
        </div>
      </Section>
    </>
  )
}

const birthdayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

function nameIn(profile: MyProfile): ReactNode {
  const { birthday } = profile
  return (
    <>
      <bdi>{displayName(profile)}</bdi>
      <br />
      {birthday === null ? profileMessages.noBirthday : birthdayFormat.format(Date.parse(birthday))}
    </>
  )
}

function archeryIn({ bowType, personalEquipment }: MyProfile) {
  const bow = bowType === null ? profileMessages.noBow : bowTypeLabels[bowType]
  return personalEquipment === null ? bow : `${bow}, ${profileMessages.equipment[personalEquipment]}`
}

function carIn({ hasCar, carCapacity, rm01Completed }: MyProfile) {
  return hasCar ? profileMessages.rides(carCapacity, rm01Completed) : profileMessages.noRides
}

function pronounsIn({ pronouns }: MyProfile) {
  return pronouns.length === 0 ? profileMessages.noPronouns : <bdi>{pronouns.join(', ')}</bdi>
}
