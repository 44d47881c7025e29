import { Link } from '@tanstack/react-router'
import { profileMessages } from '#domain/text/profile-messages.ts'
import { DeleteSection, OwnDataSection } from './account-data-sections.tsx'
import classes from './profile.module.css'
import { ProfileFrame } from './profile-frame.tsx'
import { Section } from './profile-section.tsx'

/** What the club has about the member: to look at, to download, to delete. */
export function DataPage() {
  return (
    <ProfileFrame at="/profile/data">
      {({ pictureUrl }) => (
        <>
          <Section id="history" title={profileMessages.historyTitle} lead={profileMessages.historyLead}>
            <Link to="/my-practices" className={classes.download}>
              {profileMessages.toHistory}
            </Link>
          </Section>
          <OwnDataSection pictureUrl={pictureUrl} />
          <DeleteSection />
        </>
      )}
    </ProfileFrame>
  )
}
