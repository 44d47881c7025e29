import type { NewsKind } from '#domain/news.ts'
import { renderHtml } from './layout.ts'
import type { Told } from './officer-words.ts'
import { inClubZone, shortTime, wholeTime } from './practice-times.ts'
import { renderText } from './text-part.ts'
import { type MailFacts, type MailKind, type MailWords, mailWords, type PracticeNews } from './words.ts'

export type Mail = {
  subject: string
  text: string
  html: string
  /** Of what can be switched off: where a mail program does that with one press (RFC 8058). */
  stopAt?: string
  /** What a device shows in its place. */
  notice?: MailWords['notice']
}

/** What the outbox knows of a mail. */
export type MailRow = {
  userId: string
  email: string
  nameFirst: string
  token: string | null
  /** When it was asked for, however much later it leaves. */
  createdAt: string
  /** What it is about, where it is about a practice. */
  news: PracticeNews | null
  /** Whom it is about, where it tells officers what another one has done. */
  told: Told | null
}
type Club = {
  name: string
  timeZone: string
  baseUrl: string
  carpoolMeetup: string | null
  /** The secret by which such mails are switched off. */
  stopToken: (memberId: string, news: NewsKind) => string
}

export const mailKinds = Object.keys(mailWords) as MailKind[]

/** The club's mails as text and HTML, with the same words and the same link. */
export function composeMail(kind: MailKind, club: Club, mail: MailRow): Mail {
  const { timeZone, baseUrl } = club
  const stop = mail.news === null ? null : club.stopToken(mail.userId, kind as NewsKind)
  const facts: MailFacts = {
    clubName: club.name,
    baseUrl,
    email: mail.email,
    token: mail.token,
    news: mail.news,
    told: mail.told,
    stopUrl: stop === null ? null : `${baseUrl}/unsubscribe#token=${stop}`,
    carpoolMeetup: club.carpoolMeetup,
    askedAtMs: Date.parse(mail.createdAt),
    when: (atMs) => inClubZone(atMs, timeZone),
    wholeTime: (practice) => wholeTime(practice, timeZone),
    shortTime: (practice) => shortTime(practice, timeZone),
  }
  const words = mailWords[kind](facts)
  const greeting = mail.nameFirst === '' ? 'Hello,' : `Hello ${mail.nameFirst},`
  const frame = { greeting, clubName: club.name }
  return {
    subject: words.subject,
    text: renderText(words, frame),
    html: renderHtml(words, frame),
    ...(stop !== null && { stopAt: `${baseUrl}/unsubscribe/${stop}` }),
    ...(words.notice && { notice: words.notice }),
  }
}
