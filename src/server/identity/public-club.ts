import type { Club } from '#contract/session.ts'
import { footerPaths } from '../config/unset-settings.ts'
import type { Parts } from '../parts.ts'

/** What anybody may know of the club, signed in or not. */
export function publicClub({ club, devMailbox }: Pick<Parts, 'club' | 'devMailbox'>): Club {
  const { name, emailDomain, emailLabel, timeZone, redirects } = club
  return {
    name,
    emailDomain,
    emailLabel,
    timeZone,
    socialLinks: club.socialLinks ?? [],
    contactEmail: club.contactEmail ?? null,
    footerPaths: footerPaths.filter((path) => redirects[path]),
    devMailbox,
    shortestPassword: club.passwords.shortest,
    keepSignedIn: club.session.keepDays > 0 ? { days: club.session.keepDays } : null,
    startWindowMinutes: club.practices.startWindowMinutes,
    storeLinks: { practices: club.storeLinks.practices ?? null, passes: club.storeLinks.passes ?? null },
  }
}
