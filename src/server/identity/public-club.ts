import type { Club } from '#contract/session.ts'
import { footerPaths } from '../config/unset-settings.ts'
import type { Parts } from '../parts.ts'
import { hasSampleFooter } from '../samples/sample-settings.ts'

type PublicParts = Pick<Parts, 'club' | 'shownClub' | 'devMailbox'>

/** What anybody may know of the club, signed in or not. */
export async function publicClub({ club, shownClub, devMailbox }: PublicParts): Promise<Club> {
  const { name, emailDomain, emailLabel, timeZone } = club
  const shown = await shownClub()
  const { socialLinks = [], contactEmail = null, storeLinks, redirects } = shown
  return {
    name,
    emailDomain,
    emailLabel,
    timeZone,
    socialLinks,
    contactEmail,
    footerPaths: footerPaths.filter((path) => redirects[path] !== null),
    sampleFooter: hasSampleFooter(club, shown),
    devMailbox,
    shortestPassword: club.passwords.shortest,
    keepSignedIn: club.session.keepDays > 0 ? { days: club.session.keepDays } : null,
    startWindowMinutes: club.practices.startWindowMinutes,
    storeLinks: { practices: storeLinks.practices ?? null, passes: storeLinks.passes ?? null },
  }
}
