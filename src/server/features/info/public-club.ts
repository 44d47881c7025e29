import type { Club } from '#contract/session.ts'
import type { AppContext } from '#server/context.ts'
import { hasSampleFooter } from '#server/features/samples/shown-club.ts'
import { footerPaths } from '#server/ops/config/club-config.ts'

type PublicParts = Pick<AppContext, 'club' | 'shownClub' | 'devMailbox'>

/** What anyone may know about the club, signed in or not. */
export async function publicClub({ club, shownClub, devMailbox }: PublicParts): Promise<Club> {
  const { name, emailDomain, emailLabel, timeZone, webmailUrl, rm01Url } = club
  const shown = await shownClub()
  const { socialLinks = [], contactEmail = null, storeLinks, redirects } = shown
  return {
    name,
    emailDomain,
    emailLabel,
    timeZone,
    webmailUrl,
    rm01Url,
    socialLinks,
    contactEmail,
    footerPaths: footerPaths.filter((path) => redirects[path] !== null),
    sampleFooter: hasSampleFooter(club, shown),
    devMailbox,
    shortestPassword: club.passwords.shortest,
    keepSignedIn: club.session.keepDays > 0 ? { days: club.session.keepDays } : null,
    startWindowMinutes: club.practices.startWindowMinutes,
    showWhoIsGoing: club.practices.showWhoIsGoing,
    storeLinks: { practices: storeLinks.practices ?? null, passes: storeLinks.passes ?? null },
  }
}
