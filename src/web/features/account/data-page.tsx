import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { profileMessages } from '#domain/text/profile-messages.ts'
import { Card } from '#web/ui/card.tsx'
import { DeleteSection, OwnDataSection } from './account-data-sections.tsx'
import classes from './profile.module.css'
import { ProfileFrame } from './profile-frame.tsx'

/** What the club has about the member: to look at, to download, to delete. */
export function DataPage() {
  return (
    <ProfileFrame at="/profile/data">
      {({ pictureUrl }) => (
        <>
          <Card flush>
            <Link id="history" to="/my-practices" className={classes.rowLink}>
              <span>
                <b>{profileMessages.historyTitle}</b>
                <span className={classes.rowAbout}>{profileMessages.historyLead}</span>
              </span>
              <IconChevronRight size={20} stroke={1.75} aria-hidden />
            </Link>
          </Card>
          <OwnDataSection pictureUrl={pictureUrl} />
          <DeleteSection />
        </>
      )}
    </ProfileFrame>
  )
}
