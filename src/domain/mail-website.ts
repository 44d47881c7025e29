/** Web addresses of providers whose addresses a club may use as they are. A university’s own domain doesn’t say where its mail is. */
const providers: [website: string, ...domains: string[]][] = [
  ['https://mail.google.com/', 'gmail.com', 'googlemail.com'],
  ['https://outlook.live.com/mail/', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
  ['https://mail.yahoo.com/', 'yahoo.com'],
  ['https://www.icloud.com/mail/', 'icloud.com', 'me.com', 'mac.com'],
]

/**
 * Where members of a club read their email in the browser; null if that isn’t known.
 * @param facts.webmailUrl the club's setting, which goes first
 */
export function mailWebsite({ emailDomain, webmailUrl }: { emailDomain: string; webmailUrl: string | null }) {
  return webmailUrl ?? providers.find(([, ...domains]) => domains.includes(emailDomain))?.[0] ?? null
}
