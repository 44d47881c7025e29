import { renderHtml } from './layout.ts'
import { renderText } from './text-part.ts'
import { type MailFacts, type MailKind, mailWords } from './words.ts'

export type Mail = { subject: string; text: string; html: string }

/** What the outbox knows of a mail. */
export type MailRow = {
  email: string
  nameFirst: string
  token: string | null
  /** When it was asked for, however much later it leaves. */
  createdAt: string
  /** What it is about, where it is about one. */
  practice?: { title: string; startsAt: string } | null
}
type Club = { name: string; timeZone: string; baseUrl: string }

export const mailKinds = Object.keys(mailWords) as MailKind[]

/** The club's mails as text and HTML, with the same words and the same link. */
export function composeMail(kind: MailKind, club: Club, mail: MailRow): Mail {
  const facts: MailFacts = {
    clubName: club.name,
    baseUrl: club.baseUrl,
    email: mail.email,
    token: mail.token,
    askedAtMs: Date.parse(mail.createdAt),
    practice: mail.practice ? { title: mail.practice.title, startsAtMs: Date.parse(mail.practice.startsAt) } : null,
    when: (atMs) => inClubZone(atMs, club.timeZone),
  }
  const words = mailWords[kind](facts)
  const greeting = mail.nameFirst === '' ? 'Hello,' : `Hello ${mail.nameFirst},`
  const frame = { greeting, clubName: club.name }
  return { subject: words.subject, text: renderText(words, frame), html: renderHtml(words, frame) }
}

/** `Wednesday, November 25 at 5:50 PM EST`: with the zone, because a mail is read wherever its reader is. */
function inClubZone(atMs: number, timeZone: string) {
  const day = { weekday: 'long', month: 'long', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  const written = new Intl.DateTimeFormat('en-US', { ...day, ...time, timeZone }).format(atMs)
  // Older programs show a box for the narrow space before PM.
  return written.replaceAll('\u202f', ' ')
}
