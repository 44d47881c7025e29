import { SettingError } from './club-config.ts'
import { isWebAddress } from './variables.ts'

const name = 'CALENDAR_ICS_URL'

/**
 * The address of an ICS feed as http or https, from what people copy: with spaces or quotes around it, or written as
 * webcal: or feed:. Messages never repeat it, because it may contain a secret.
 * @throws SettingError for what can't lead to a calendar file
 */
export function readFeedAddress(given: string) {
  const bare = given.replace(/^[\s"'“”‘’<>]+|[\s"'“”‘’<>]+$/g, '')
  const address = bare
    .replace(/^(?:feed|webcals?):(?=[a-z]+:)/i, '')
    .replace(/^(?:webcals?|feed):(?:\/\/)?(?=\S)/i, 'https://')
  if (!isWebAddress(address)) throw new SettingError(`${name} should ${whatItShouldBe(address)}.`)
  const url = new URL(address)
  const page = pageOf(url)
  if (page) throw new SettingError(`${name} should be the address of the calendar’s ICS file, not of ${page}`)
  return address
}

function whatItShouldBe(address: string) {
  const start = 'be a web address that starts with https:// or webcal://'
  const scheme = /^([a-z][a-z0-9+.-]{0,20}):(?!\d)/i.exec(address)?.[1]?.toLowerCase()
  if (scheme === 'http' || scheme === 'https')
    return `${start}, with a host, like https://calendar.example.edu/archery.ics`
  if (scheme === 'file') return `${start}, not file:. Quiver doesn’t read files on this machine; publish the calendar`
  if (scheme === 'mailto') return `${start}, not an email address`
  // Any other word before a colon may be a user name.
  if (scheme && /^(?:s?ftps?|caldavs?|smb|data|javascript)$/.test(scheme))
    return `${start}, not ${scheme}:. Quiver reads calendars only over the web`
  if (/^[^\s/@]+@[^\s/@]+$/.test(address)) {
    return `${start}, not a calendar ID. To use a Google calendar by its ID, set GOOGLE_CALENDAR_ID instead`
  }
  return start
}

/** Well-known pages that show a calendar, and where its file is; null for any other address. */
function pageOf({ hostname, pathname, searchParams }: URL) {
  if (/^(?:www\.)?(?:calendar\.)?google\.com$/.test(hostname) && /^\/calendar\b/.test(pathname)) {
    const shown = /^\/calendar\/(?:embed|htmlembed|hosted|u\/\d|r\b|b\/\d|render)/.test(pathname)
    if (!pathname.includes('/ical/') && (shown || searchParams.has('cid') || searchParams.has('src')))
      return 'the page that shows it. In Google Calendar, open the calendar’s settings and copy "Public address in iCal format" (or the secret one, for a private calendar), which ends in .ics.'
  }
  if (/(?:^|\.)outlook\.(?:office365|office|live)\.com$/.test(hostname) && /\.html?$/i.test(pathname))
    return 'the page that shows it. Outlook lists an ICS link next to the HTML link; it’s the same address with calendar.ics at the end.'
  return null
}
