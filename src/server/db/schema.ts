import type { Generated, Selectable } from 'kysely'
import type { CalendarSourceName } from '#domain/calendar-sync.ts'
import type { Currency } from '#domain/ledger.ts'
import type { NewsKind, NewsWay } from '#domain/notifications.ts'
import type { PassName } from '#domain/passes.ts'
import type { BowType, EquipmentAnswer } from '#domain/profile.ts'
import type { Role } from '#domain/roles.ts'
import type { RsvpKind } from '#domain/rsvp.ts'

/**
 * The tables as the code sees them, alike on both engines: instants and days are text (ISO 8601), truths are 0 or 1, lists
 * are JSON text. SQL says snake_case; the names are mapped once, in database.ts.
 */
export type Schema = {
  user: UserTable
  account: AccountTable
  session: SessionTable
  verification: VerificationTable
  member: MemberTable
  practice: PracticeTable
  rsvp: RsvpTable
  cantCome: CantComeTable
  attendance: AttendanceTable
  carpoolCredit: CarpoolCreditTable
  preRegistration: PreRegistrationTable
  storeImport: StoreImportTable
  storeLine: StoreLineTable
  storeAddress: StoreAddressTable
  ledger: LedgerTable
  audit: AuditTable
  importedFact: ImportedFactTable
  /** Whose words are being emptied: has a row inside the transaction of an erasure, and never after it. */
  erasing: { memberId: string }
  idempotency: IdempotencyTable
  mailboxGrant: { mailboxHash: string; grantedAt: string }
  profileDraft: { memberId: string; draft: string; updatedAt: string }
  picture: PictureTable
  calendarEvent: CalendarEventTable
  calendarCache: CalendarCacheTable
  sampleSettings: { name: string; addedAt: string }
  scorecard: ScorecardTable
  scorecardSheet: ScorecardSheetTable
  feedToken: FeedTokenTable
  feedEvent: FeedEventTable
  newsOff: { memberId: string; news: NewsKind; way: NewsWay }
  pushSubscription: PushSubscriptionTable
  mailOutbox: MailOutboxTable
  rateLimit: { key: string; hits: string; expiresAt: string }
  topicVersion: { topic: string; version: number }
}

/** 0 or 1. */
export type Truth = 0 | 1

/** The columns of the first four come from a sign-in library: nothing fills `name`, `image`, `scope`, or the tokens of an account. */
type UserTable = {
  id: string
  name: string
  email: string
  emailVerified: Truth
  image: string | null
  createdAt: string
  updatedAt: string
}
type AccountTable = {
  id: string
  accountId: string
  providerId: string
  userId: string
  password: string | null
  accessToken: string | null
  refreshToken: string | null
  idToken: string | null
  accessTokenExpiresAt: string | null
  refreshTokenExpiresAt: string | null
  scope: string | null
  createdAt: string
  updatedAt: string
}
type SessionTable = {
  id: string
  /** The hash of what the cookie has; that itself is stored nowhere. */
  token: string
  userId: string
  /** The fixed limit. */
  expiresAt: string
  createdAt: string
  updatedAt: string
  ipAddress: string | null
  userAgent: string | null
  /** When the person last did something. */
  lastActiveAt: string
  /** "Keep me logged in on this device": no idle limit. */
  kept: Truth
  /** When the password was last entered in it. */
  passwordAt: Generated<string | null>
}
type VerificationTable = {
  id: string
  /** What for and the token's hash, `verify:…` or `reset:…`; the token itself is only in the mail. */
  identifier: string
  /** The user's id. */
  value: string
  expiresAt: string
  createdAt: string
  updatedAt: string
}

type MemberTable = {
  /** The user's id. */
  id: string
  role: Role
  hasLoggedIn: Truth
  nameFirst: string
  nameLast: string
  birthday: string | null
  bowType: BowType | null
  personalEquipment: EquipmentAnswer | null
  hasCar: Truth
  carCapacity: number
  /** The member's own word; the officers' approval beside it, until this local day (D38a). */
  rm01Completed: Truth
  rm01Until: string | null
  /** Only for processes of a release that knew no `news_off`. */
  mailPlaces: Generated<number>
  pictureUrl: string
  /** JSON list. */
  pronouns: string
  /** Kept equal to the ledger's fold. */
  dayPasses: number
  paidPractices: number
  pass: PassName
  passUsedAt: string | null
  createdAt: string
  removedAt: string | null
  /** Of who was removed and may be brought back: the address they had (D39). */
  removedEmail: string | null
  /** Emptied for good: what is left is a pseudonym (D39). Then `removedAt` is set, too. */
  erasedAt: string | null
}

type PracticeTable = {
  /** The calendar event's id when it was first seen. */
  id: string
  /** The event's id in the source as it is now. */
  eventId: string
  source: CalendarSourceName
  icalUid: string
  /** Instant or day at which this occurrence first stood in its series; empty for a single event. */
  originalStart: string
  title: string
  location: string
  description: string
  organizer: string
  startsAt: string
  endsAt: string
  allDay: Truth
  /** The local days it touches, both inclusive. */
  startsOn: string
  lastOn: string
  attendanceLimit: number | null
  cancelledAt: string | null
  startedAt: string | null
  startedBy: string | null
  endedAt: string | null
  endedEarly: Truth
  deletedAt: string | null
  sample: Truth
  createdAt: string
  /** When those who drive were reminded last. */
  driversRemindedAt: string | null
  /** Its start as it was then. */
  driversRemindedFor: string | null
}

type RsvpTable = {
  practiceId: string
  memberId: string
  kind: RsvpKind
  answeredAt: string
  /** Null with a place; else the order among those who wait for one (D29): small first, with gaps. */
  waiting: number | null
}
/** If the release before has also written a row of `rsvp` for the same member, that row wins. */
type CantComeTable = { practiceId: string; memberId: string; answeredAt: string }
type AttendanceTable = {
  practiceId: string
  memberId: string
  checkedInAt: string
  /** Who checked them in: the member, an officer, or null for a claimed pre-registration. */
  checkedInBy: string | null
  reason: string
}
type CarpoolCreditTable = { practiceId: string; memberId: string; creditedAt: string }
type PreRegistrationTable = {
  id: string
  email: string
  kind: 'attendance' | 'carpool' | 'paid'
  practiceId: string | null
  /** Of kind `paid`: practices and day passes that wait for the address, at most one open row of each. */
  paid: number | null
  dayPasses: Generated<number>
  consumedAt: string | null
}
/** Lines of the file, by what became of them; `waiting` those that it left waiting. */
type StoreImportTable = {
  id: string
  at: string
  /** A member's id, or `command`. */
  actor: string
  booked: number
  waiting: number
  unread: number
  there: number
}
type StoreLineTable = {
  id: string
  importId: string
  orderId: string
  lineId: string
  /** The buyer's, canonical; it and the name are emptied when the person is erased. */
  email: string
  name: string
  product: string
  /** Below zero: given back. */
  quantity: number
  boughtOn: string
  /** What one piece is worth; both null of a product that nobody has said anything about. */
  paidPractices: number | null
  dayPasses: number | null
  state: 'booked' | 'waiting' | 'dismissed'
  /** Whose it is; null while nobody knows, or while its owner has yet to sign up. */
  memberId: string | null
  /** The club's address whose owner gets it at the end of the wizard. */
  forEmail: string | null
  /** An officer said whose it is. */
  byHand: Truth
  /** How often it has been booked; each booking has a cause of its own in the ledger. */
  times: number
  /** Why it was dismissed. */
  reason: string
  changedAt: string
}
/** Whose a buyer's private address is: a member's, or of who signs up with `forEmail`. */
type StoreAddressTable = {
  id: string
  email: string
  memberId: string | null
  forEmail: string | null
  createdAt: string
}
type LedgerTable = {
  id: string
  memberId: string
  currency: Currency
  amount: number
  cause: string
  why: string
  /** A member's id, or `system`. */
  actor: string
  at: string
}
type AuditTable = {
  id: string
  at: string
  /** A member's id, `command` for the command line, or `system` for timed work. */
  actor: string
  action: string
  target: string
  /** JSON; holds ids and counts, never names or addresses. */
  before: string | null
  after: string | null
  reason: string
  requestId: string
}
/** One thing that has been taken over from the club's former app: whatever happens to it here, it is not taken over again. */
type ImportedFactTable = {
  /** Where it stood there, as a path of ids; addresses in it are keyed hashes. */
  fact: string
  /** Whose it became. */
  memberId: string | null
  /** JSON: of counts, what they were. */
  value: string
  at: string
}
type IdempotencyTable = {
  /** A member's id, or `anyone`. */
  actor: string
  key: string
  fingerprint: string
  /** JSON: the first answer or refusal. */
  answer: string
  createdAt: string
}
type PictureTable = {
  id: string
  memberId: string
  createdAt: string
  /** Null while it is its member's picture; at most one of each member is. */
  unusedSince: string | null
}
type CalendarEventTable = {
  id: string
  title: string
  location: string
  description: string
  startsAt: string
  endsAt: string
  cancelledAt: string | null
  sample: Truth
  createdAt: string
}
type CalendarCacheTable = {
  source: string
  validators: string | null
  windowFrom: string | null
  windowTo: string | null
  readAt: string | null
  failedAt: string | null
  failure: string | null
}
type ScorecardTable = {
  /** Made on the device. */
  id: string
  memberId: string
  /** JSON, as `Setup` and `Summary` in domain/scorecard; the summary is of the archer's own sheet. */
  setup: string
  summary: string
  startedAt: string
  updatedAt: string
  removedAt: string | null
  /** Keeps the same card beside its archer. */
  secondId: string | null
  /** Lets a second keeper onto the card until then. */
  inviteCode: string | null
  inviteUntil: string | null
}
type ScorecardSheetTable = {
  cardId: string
  keeperId: string
  /** What this keeper has written down: JSON, as `Slots` in domain/scorecards/card.ts; and how often it has changed. */
  slots: string
  version: number
  /** The ends that they have confirmed: JSON, `EndValues` of each end or null, as in domain/scorecards/double-scoring.ts. */
  confirmed: Generated<string>
}
type FeedTokenTable = {
  memberId: string
  /** Random; the token follows from it, the member and AUTH_SECRET. Empty of a link that was reset: no token leads to it. */
  nonce: string
  tokenHash: string
  createdAt: string
}
/** What a member's feed has said of a practice last. */
type FeedEventTable = { memberId: string; practiceId: string; fingerprint: string; changedAt: string }
/** A device that shows its member's notifications: where to send them, and the keys that only it can read. */
type PushSubscriptionTable = {
  id: string
  memberId: string
  endpoint: string
  p256dh: string
  auth: string
  /** The key of ours for which it was made; after another AUTH_SECRET it is of no use. */
  serverKey: string
  /** The session that has last said that this device is its member's; who signs out of it takes the device along. */
  sessionId: string
  userAgent: string
  createdAt: string
}
type MailOutboxTable = {
  id: string
  kind: string
  userId: string
  /** What the mail needs besides (a link's token), sealed; emptied when the mail has left. */
  sealed: string | null
  /** What the mail is about, where it is about a practice. */
  practiceId: string | null
  /** JSON, `PracticeFacts` of domain/notifications.ts: the practice as they know it, where the mail says what has changed. */
  before: string | null
  /** The device that it goes to as a notification; null: it goes by mail. */
  subscriptionId: string | null
  createdAt: string
  nextTryAt: string
  /** Since when it may have left: somebody is sending it, or could not tell whether it arrived; null else. */
  claimedAt: string | null
  tries: Generated<number>
  /** Since when it has been refused for good, try after try. */
  refusedSince: string | null
  sentAt: string | null
  failedAt: string | null
  lastError: string | null
}

export type CalendarEventRow = Selectable<CalendarEventTable>
export type PracticeRow = Selectable<PracticeTable>
export type StoreLineRow = Selectable<StoreLineTable>
export type MemberRow = Selectable<MemberTable>
