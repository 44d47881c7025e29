import { showCode } from '#domain/email-code.ts'
import type { NewsKind } from '#domain/notifications.ts'
import { type LinkKind, linkKinds } from '#server/auth/email-tokens.ts'
import type { EmailTemplate, MailFacts, PracticeNotification, Told } from './email-template.ts'
import { renderHtml } from './layout.ts'
import { inClubZone, shortTime, wholeTime } from './practice-times.ts'
import { renderText } from './render-text.ts'
import { type EmailKind, emailTemplates } from './templates.ts'

export type Mail = {
  subject: string
  text: string
  html: string
  /** Of what can be switched off: where a mail program does that with one press (RFC 8058). */
  stopAt?: string
  /** What a device shows in its place. */
  notice?: EmailTemplate['notice']
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
  news: PracticeNotification | null
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
  /** What can be typed in place of a link: of one with a token, and of one that switches mails off. */
  linkCode: (kind: LinkKind, token: string) => string
  stopCode: (memberId: string, news: NewsKind) => string
}

export const emailKinds = Object.keys(emailTemplates) as EmailKind[]

/** The club's mails as text and HTML, with the same words, the same link, and the same code. */
export function composeEmail(kind: EmailKind, club: Club, mail: MailRow): Mail {
  const { timeZone, baseUrl } = club
  const stop = mail.news === null ? null : club.stopToken(mail.userId, kind as NewsKind)
  const linkKind = linkKinds.find((each) => each === kind)
  const code = linkKind && mail.token !== null ? showCode(club.linkCode(linkKind, mail.token)) : null
  const facts: MailFacts = {
    clubName: club.name,
    baseUrl,
    email: mail.email,
    token: mail.token,
    code,
    codePage: `${baseUrl}/code`,
    news: mail.news,
    told: mail.told,
    stopUrl: stop === null ? null : `${baseUrl}/unsubscribe#token=${stop}`,
    stopCode: stop === null ? null : showCode(club.stopCode(mail.userId, kind as NewsKind)),
    carpoolMeetup: club.carpoolMeetup,
    askedAtMs: Date.parse(mail.createdAt),
    when: (atMs) => inClubZone(atMs, timeZone),
    wholeTime: (practice) => wholeTime(practice, timeZone),
    shortTime: (practice) => shortTime(practice, timeZone),
  }
  const words = emailTemplates[kind](facts)
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
