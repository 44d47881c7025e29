import { NotificationsSection } from './notifications-section.tsx'
import { ProfileFrame } from './profile-frame.tsx'

/** What the member is told of, how, and on which devices. */
export function NotificationsPage() {
  return <ProfileFrame at="/profile/notifications">{({ news }) => <NotificationsSection news={news} />}</ProfileFrame>
}
