import { showCode } from '#domain/email-code.ts'
import { inLine } from '#domain/isolated-text.ts'
import { firstName } from '#domain/names.ts'
import { type MailKind, mailKinds, type PracticeFacts, type PushOnlyKind } from '#domain/notifications.ts'
import { type LinkKind, linkKinds } from '#server/auth/email-tokens.ts'
import type {
  AskedPractice,
  EmailTemplate,
  MailAsk,
  MailCode,
  MailFact,
  MailFacts,
  Notice,
  OfficerNotice,
  PracticeNotification,
} from './email-template.ts'
import { renderHtml } from './layout.ts'
import { pushTemplates } from './notification-templates.ts'
import { type EmailKind, emailTemplates } from './templates.ts'

export type Mail = {
  subject: string
  text: string
  html: string
  /** One-click unsubscribe URL for email programs (RFC 8058); only for notifications. */
  stopAt?: string
}

/** An email in the outbox, with its recipient. */
export type MailRow = {
  userId: string
  email: string
  nameFirst: string
  token: string | null
  /** When it was added to the outbox, which can be long before it is sent. */
  createdAt: string
  /** The practice it is about, if any. */
  news: PracticeNotification | null
  /** The practices it asks about, if any. */
  asked: AskedPractice[]
  /** How many practices the recipient has yet to pay for, if it says so. */
  owed?: number
  /** For emails to officers: which officer did something, and to which member. */
  told: OfficerNotice | null
}
export type EmailClub = {
  name: string
  timeZone: string
  baseUrl: string
  carpoolMeetup: string | null
  /** The secret of the links that reply to a practice. */
  replyToken: (memberId: string, practiceId: string) => string
  /** The secret of the unsubscribe link. */
  stopToken: (memberId: string, news: MailKind) => string
  /** Codes to type instead of opening a link: for links with a token, and for unsubscribe links. */
  linkCode: (kind: LinkKind, token: string) => string
  stopCode: (memberId: string, news: MailKind) => string
}

export const emailKinds = Object.keys(emailTemplates) as EmailKind[]

/** What an email of the club says. */
export type EmailWords = EmailTemplate & { greeting: string }

export function emailWords(kind: EmailKind, club: EmailClub, mail: MailRow): EmailWords {
  const name = firstName(mail)
  return {
    ...emailTemplates[kind](factsOf(kind, club, mail)),
    greeting: name === '' ? 'Hello,' : inLine`Hello ${name},`,
  }
}

/** The push notification of this kind; undefined if it has none. */
export function composeNotice(kind: EmailKind | PushOnlyKind, club: EmailClub, mail: MailRow): Notice | undefined {
  const facts = factsOf(kind, club, mail)
  return kind in pushTemplates
    ? pushTemplates[kind as PushOnlyKind](facts)
    : emailTemplates[kind as EmailKind](facts).notice
}

function factsOf(kind: EmailKind | PushOnlyKind, club: EmailClub, mail: MailRow): MailFacts {
  const { timeZone, baseUrl } = club
  const news = mailKinds.find((each) => each === kind)
  const stop = news === undefined ? null : club.stopToken(mail.userId, news)
  const linkKind = linkKinds.find((each) => each === kind)
  const code = linkKind && mail.token !== null ? showCode(club.linkCode(linkKind, mail.token)) : null
  const linkTo = (practiceId: string) => `${baseUrl}/reply/${club.replyToken(mail.userId, practiceId)}`
  return {
    clubName: club.name,
    baseUrl,
    email: mail.email,
    token: mail.token,
    code,
    codePage: `${baseUrl}/code`,
    news: mail.news,
    told: mail.told,
    stopUrl: stop === null ? null : `${baseUrl}/unsubscribe#token=${stop}`,
    stopCode: news === undefined ? null : showCode(club.stopCode(mail.userId, news)),
    asked: mail.asked,
    owed: mail.owed ?? 0,
    replyUrl: (practiceId, reply) => `${linkTo(practiceId)}/${reply ?? 'ask'}`,
    calendarUrl: (practiceId) => `${linkTo(practiceId)}/practice.ics`,
    carpoolMeetup: club.carpoolMeetup,
    askedAtMs: Date.parse(mail.createdAt),
    when: (atMs) => inClubZone(atMs, timeZone),
    wholeTime: (practice) => wholeTime(practice, timeZone),
    shortTime: (practice) => shortTime(practice, timeZone),
  }
}

/** Renders an email of the club as text and HTML, with the same content, link and code in both. */
export function composeEmail(kind: EmailKind, club: EmailClub, mail: MailRow): Mail {
  const { greeting, ...words } = emailWords(kind, club, mail)
  const frame = { greeting, clubName: club.name }
  return {
    subject: words.subject,
    text: renderText(words, frame),
    html: renderHtml(words, frame),
    ...(words.stop && { stopAt: words.stop.url.replace('/unsubscribe#token=', '/unsubscribe/') }),
  }
}

/**
 * The plain-text part, with the link on its own line. A paragraph is one line, which the email program wraps; hard line breaks would
 * look ragged on a phone.
 */
function renderText(words: EmailTemplate, frame: { greeting: string; clubName: string }) {
  const { lines, facts = [], asks = [], button, code, after, why, stop } = words
  const paragraphs = [frame.greeting, ...lines].map(onOneLine)
  const list = facts.map(inText).join('\n')
  const footer = ['--', onOneLine(frame.clubName), onOneLine(why)].join('\n')
  const stopping = stop ? [`${stop.label}:\n${stop.url}`, codeInText(stop.code)] : []
  const ways = [`${button.label}:\n${button.url}`, ...(code ? [codeInText(code)] : [])]
  const blocks = [...paragraphs, list, ...asks.map(askInText), ...ways, ...after.map(onOneLine), footer, ...stopping]
  return blocks.filter((part) => part !== '').join('\n\n')
}

function askInText({ title, facts, replies, calendar }: MailAsk) {
  const links = [...replies, calendar].map(({ label, url }) => `${label}:\n${url}`)
  return [onOneLine(title), ...facts.map(inText), ...links].join('\n')
}

function codeInText({ lead, page, act, code }: MailCode) {
  return `${lead} ${page} ${act}:\n${code}`
}

function inText({ label, value, before }: MailFact) {
  const was = before === undefined ? '' : `\n  (was: ${onOneLine(before)})`
  return inLine`${label}: ${onOneLine(value)}${was}`
}

/** Collapses whitespace, so that a line break in a name can't start a paragraph of its own. */
function onOneLine(text: string) {
  return text.trim().replace(/\s+/g, ' ')
}

const dayOf = { weekday: 'long', month: 'long', day: 'numeric' } as const
const timeOf = { hour: 'numeric', minute: '2-digit' } as const

/** `Wednesday, November 25 at 5:50 PM EST`: with the time zone, because the reader may be in another one. */
export function inClubZone(atMs: number, timeZone: string) {
  return plainSpaces(formatter({ ...dayOf, ...timeOf, timeZoneName: 'short' }, timeZone).format(atMs))
}

type Times = Pick<PracticeFacts, 'startsAt' | 'endsAt' | 'allDay'>

/** `Tuesday, November 24, 6:00 – 8:00 PM EST`, or only the days of an all-day practice. */
export function wholeTime({ startsAt, endsAt, allDay }: Times, timeZone: string) {
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)]
  // The end is exclusive: a practice that ends at midnight ends on the day before.
  if (allDay) return plainSpaces(`${formatter(dayOf, timeZone).formatRange(from, Math.max(from, to - 1))}, all day`)
  return plainSpaces(formatter({ ...dayOf, ...timeOf, timeZoneName: 'short' }, timeZone).formatRange(from, to))
}

/** `Tue, Nov 24, 6:00 PM`, for push notifications. */
function shortTime({ startsAt, allDay }: Times, timeZone: string) {
  const day = { weekday: 'short', month: 'short', day: 'numeric' } as const
  return plainSpaces(formatter(allDay ? day : { ...day, ...timeOf }, timeZone).format(Date.parse(startsAt)))
}

function formatter(options: Intl.DateTimeFormatOptions, timeZone: string) {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone })
}

/** Older email programs show a box for the narrow space before PM and the thin spaces around a dash. */
function plainSpaces(text: string) {
  return text.replace(/[\u2009\u202f]/g, ' ')
}
