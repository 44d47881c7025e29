import type { PracticeFacts } from '#domain/notifications.ts'

export type MailFacts = {
  clubName: string
  /** As configured, never from a request (T9). */
  baseUrl: string
  /** To whom it goes. */
  email: string
  /** Of the link, if the mail has one. */
  token: string | null
  /** What can be typed in its place, as it is shown, and where. */
  code: string | null
  codePage: string
  /** The practice that it is about, if it is about one: as they know it, where it has changed, and as it is. */
  news: PracticeNotification | null
  /** Whom it is about, where it tells officers what another one has done. */
  told: Told | null
  /** Where such mails can be switched off. */
  stopUrl: string | null
  stopCode: string | null
  /** Where drivers pick up, if the club says so. */
  carpoolMeetup: string | null
  /** When it was asked for, in epoch milliseconds. */
  askedAtMs: number
  /** An instant as the club's members say it. */
  when: (atMs: number) => string
  /** When a practice is, from its beginning to its end; and its beginning in short. */
  wholeTime: (practice: PracticeFacts) => string
  shortTime: (practice: PracticeFacts) => string
}

export type PracticeNotification = { before: PracticeFacts | null; practice: PracticeFacts; carCapacity: number }

/** What a mail says. Greeting, frame and footer are the same for all. */
export type EmailTemplate = {
  subject: string
  /** What an inbox shows after the subject. */
  preview: string
  title: string
  lines: string[]
  button: { label: string; url: string }
  /** What can be typed where the button leads nowhere. */
  code?: MailCode
  after: string[]
  /** Why this person got it. */
  why: string
  /** Of what can be switched off: where. */
  stop?: { label: string; url: string; code: MailCode }
  /** When and where, in a list; struck through what has been so before. */
  facts?: MailFact[]
  /** What a notification says in place of the mail. */
  notice?: { title: string; body: string; path: string }
}

/** A code, and on which page it is typed: `lead` page `act`: code. */
export type MailCode = { lead: string; page: string; act: string; code: string }

export type MailFact = { label: string; value: string; before?: string }

/** Who did it, and to whom: names as they are when the mail leaves. */
export type Told = {
  by: string
  member: string
  /** They did it to themselves. */
  self: boolean
}
