import type { Club } from '#contract/session.ts'
import { productsForSale } from '#domain/sales.ts'
import { clubColorCss } from '#domain/settings/club-color.ts'
import type { AppContext } from '#server/context.ts'
import { hasSampleFooter } from '#server/features/samples/sample-settings.ts'
import { footerPaths } from '#server/ops/config/club-config.ts'

/** What anyone may know about the club, signed in or not. */
export function publicClub({
  club,
  shownClub,
  devMailbox,
}: Pick<AppContext, 'club' | 'shownClub' | 'devMailbox'>): Club {
  const { name, emailDomain, emailLabel, timeZone, webmailUrl, rm01Url } = club
  const { socialLinks = [], contactEmail = null, storeLinks, redirects } = shownClub
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
    logoUrl: club.logo,
    colorCss: club.color && clubColorCss(club.color),
    sampleFooter: hasSampleFooter(club, shownClub),
    devMailbox,
    shortestPassword: club.passwords.shortest,
    keepSignedIn: club.session.keepDays > 0 ? { days: club.session.keepDays } : null,
    startWindowMinutes: club.practices.startWindowMinutes,
    showWhoIsGoing: club.practices.showWhoIsGoing,
    prices: productsForSale(club.storeImport.products),
    storeLinks: { practices: storeLinks.practices ?? null, passes: storeLinks.passes ?? null },
  }
}

/** Reads it as the same object while the settings are the same. */
export function createClubReader(ctx: AppContext) {
  let last = { settings: ctx.settings.inUse, club: publicClub(ctx) }
  return () => {
    const settings = ctx.settings.inUse
    if (last.settings !== settings) last = { settings, club: publicClub(ctx) }
    return last.club
  }
}
