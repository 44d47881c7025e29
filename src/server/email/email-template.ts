import type { PracticeFacts } from '#domain/notifications.ts'
import type { Reply } from '#domain/rsvp.ts'

export type MailFacts = {
  clubName: string
  /** From the settings, never from a request (T9). */
  baseUrl: string
  /** The recipient's address. */
  email: string
  /** The secret of the link, if the email has one. */
  token: string | null
  /** The code to type instead of opening the link, formatted for reading, and the page to type it on. */
  code: string | null
  codePage: string
  /** The practice that it is about, if any: as the recipient knows it, if it has changed, and as it is now. */
  news: PracticeNotification | null
  /** The practices that it asks about, if any. */
  asked: AskedPractice[]
  /** The link that opens the page with this reply chosen, and the one that adds the practice to a calendar. */
  replyUrl: (practiceId: string, reply: Reply | null) => string
  calendarUrl: (practiceId: string) => string
  /** How many practices the recipient has yet to pay for. */
  owed: number
  /** For emails to officers: which officer did something, and to which member. */
  told: OfficerNotice | null
  /** Unsubscribe page, and the code to type there instead. */
  stopUrl: string | null
  stopCode: string | null
  /** Where drivers pick up, if configured. */
  carpoolMeetup: string | null
  /** When it was requested, in epoch milliseconds. */
  askedAtMs: number
  /** Formats an instant (epoch milliseconds) in the club's time zone. */
  when: (atMs: number) => string
  /** Formats a practice's start and end, or only its start in short. */
  wholeTime: (practice: PracticeFacts) => string
  shortTime: (practice: PracticeFacts) => string
}

export type PracticeNotification = {
  before: PracticeFacts | null
  practice: PracticeFacts
  carCapacity: number
  /** What officers wrote when they canceled it; may have several lines. */
  message: string
}

/** A practice that an email asks about, with what the recipient has replied so far. */
export type AskedPractice = {
  id: string
  facts: PracticeFacts
  /** The last moment at which a reply is on time; null without a deadline. */
  replyBy: string | null
  /** Free spots; null without a limit. */
  spotsLeft: number | null
  waiting: number
  myReply: Reply | null
  /** On the waitlist, from 1; null with a spot. */
  myPosition: number | null
}

/** Content of one kind of email. Greeting, frame and footer are the same for all. */
export type EmailTemplate = {
  subject: string
  /** Preheader: what an inbox shows after the subject. */
  preview: string
  title: string
  lines: string[]
  button: { label: string; url: string }
  /** Code to type if the button doesn't work. */
  code?: MailCode
  after: string[]
  /** Why the recipient gets it. */
  why: string
  /** Unsubscribe link, for notifications. */
  stop?: { label: string; url: string; code: MailCode }
  /** Time and location as a list, with the previous value struck through. */
  facts?: MailFact[]
  /** The practices it asks about, each with links to reply. */
  asks?: MailAsk[]
  /** The push notification for the same event. */
  notice?: Notice
}

/** A push notification. `path` opens on a press. */
export type Notice = { title: string; body: string; path: string; replies?: NoticeReply[] }

/** A button of a notification that replies to a practice: its reply link, and what to show afterward. */
export type NoticeReply = { reply: Reply; label: string; path: string; said: string; waits: string }

/** A code and the page to type it on, shown as: `lead` `page` `act`: `code`. */
export type MailCode = { lead: string; page: string; act: string; code: string }

/** One practice in an email that asks for replies. */
export type MailAsk = { title: string; facts: MailFact[]; replies: MailLink[]; calendar: MailLink }
export type MailLink = { label: string; url: string }

export type MailFact = { label: string; value: string; before?: string }

/** An officer's action on a member. Names are those at the time of sending. */
export type OfficerNotice = {
  by: string
  member: string
  /** Whether both are the same person. */
  self: boolean
}
