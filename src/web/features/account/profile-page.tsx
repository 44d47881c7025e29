import { useQuery } from '@tanstack/react-query'
import type { MyProfile } from '#contract/profile.ts'
import { messages } from '#domain/text/messages.ts'
import { useSignedInMember } from '#web/auth/route-guards.tsx'
import { ArcheryStep } from '#web/features/welcome/archery-step.tsx'
import { CarpoolStep } from '#web/features/welcome/carpool-step.tsx'
import { NameStep } from '#web/features/welcome/name-step.tsx'
import { PronounsStep } from '#web/features/welcome/pronouns-step.tsx'
import { toProblem } from '#web/lib/api-error.ts'
import { Freshness } from '#web/shell/freshness.tsx'
import { LoadError } from '#web/shell/load-error.tsx'
import { SkeletonCard, Skeletons } from '#web/ui/loading.tsx'
import { Page } from '#web/ui/page.tsx'
import { useKeptFocus } from '#web/ui/use-kept-focus.ts'
import { DeleteSection } from './delete-section.tsx'
import { FieldsSection } from './fields-section.tsx'
import { InstallSection } from './install-section.tsx'
import { KeyboardSection } from './keyboard-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { OwnDataSection } from './own-data-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PictureSection } from './picture-section.tsx'
import classes from './profile.module.css'
import { profileQuery } from './profile-query.ts'
import { SessionsSection } from './sessions-section.tsx'
import { useEdits } from './use-edits.ts'

/** What a member has told the club, what they sign in with, and their data (D6). */
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
