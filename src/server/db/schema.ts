import type { Generated, Selectable } from 'kysely'
import type { CheckInMode } from '#domain/check-in.ts'
import type { Currency } from '#domain/ledger.ts'
import type { NotificationChannel, NotificationKind } from '#domain/notifications.ts'
import type { PassName } from '#domain/passes.ts'
import type { BowType, EquipmentAnswer } from '#domain/profile.ts'
import type { WithdrawalKind } from '#domain/reply-deadline.ts'
import type { Role } from '#domain/roles.ts'
import type { RsvpKind } from '#domain/rsvp.ts'
import type { PaymentKind } from '#domain/sales.ts'
import type { CalendarSourceName } from '#domain/stored-practice.ts'

/**
 * The tables, the same on both engines: instants and days are text (ISO 8601), booleans are 0 or 1, lists are JSON text. Columns are
 * snake_case in SQL; database.ts maps the names.
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
  lateWithdrawal: LateWithdrawalTable
  reminder: ReminderTable
  attendance: AttendanceTable
  noShowExcuse: NoShowExcuseTable
  kiosk: KioskTable
  carpoolCredit: CarpoolCreditTable
  preRegistration: PreRegistrationTable
  guest: GuestTable
  sale: SaleTable
  storeImport: StoreImportTable
  storeLine: StoreLineTable
  storeAddress: StoreAddressTable
  ledger: LedgerTable
  audit: AuditTable
  importedFact: ImportedFactTable
  /** A row exists only inside the transaction that erases a member, to let it empty texts despite the append-only triggers. */
  erasing: { memberId: string }
  idempotency: IdempotencyTable
  mailboxGrant: { mailboxHash: string; grantedAt: string }
  profileDraft: { memberId: string; draft: string; updatedAt: string }
  picture: PictureTable
  calendarEvent: CalendarEventTable
  calendarCache: CalendarCacheTable
  sampleSettings: { name: string; addedAt: string }
  setting: SettingTable
  clubFile: ClubFileTable
  scorecard: ScorecardTable
  scorecardSheet: ScorecardSheetTable
  feedToken: FeedTokenTable
  feedEvent: FeedEventTable
  /** Misleading name: what a member has chosen otherwise than by default; `wanted` is 1 for a kind that is off by default. */
  newsOff: { memberId: string; news: NotificationKind; way: NotificationChannel; wanted: Generated<Truth> }
  pushSubscription: PushSubscriptionTable
  mailOutbox: MailOutboxTable
  weeklyBatch: WeeklyBatchTable
  /**
   * Kinds that a club that has updated doesn't send until an officer, who has seen the preview, turns them on; and since when a restored
   * club sends them.
   */
  awaitingPreview: { kind: string; turnedOnAt: string | null }
  rateLimit: { key: string; hits: string; expiresAt: string }
  topicVersion: { topic: string; version: number }
  /** `topics` is a JSON list. */
  topicOutbox: { id: string; topics: string }
}

/** A boolean as both engines store it. */
export type Truth = 0 | 1

/**
 * The columns of `user`, `account`, `session` and `verification` come from a sign-in library: `name`, `image`, `scope`, and the tokens of
 * an account are always empty.
 */
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
  /** Hash of the cookie's token; the token itself is not stored. */
  token: string
  userId: string
  /** The absolute limit, whatever the activity. */
  expiresAt: string
  createdAt: string
  updatedAt: string
  ipAddress: string | null
  userAgent: string | null
  /** Last activity, for the idle limit. */
  lastActiveAt: string
  /** "Keep me logged in on this device": no idle limit. */
  kept: Truth
  /** When the password was last entered in this session. */
  passwordAt: Generated<string | null>
  /** While an officer scans at a live practice: until then neither limit ends the session. */
  heldUntil: Generated<string | null>
}
type VerificationTable = {
  id: string
  /** `verify:` or `reset:`, followed by the token's hash; the token itself is only in the email. */
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
  /** What the member says about their driver approval form (RM01). */
  rm01Completed: Truth
  /** Local day until which an officer has approved the member as a driver; null without an approval. */
  rm01Until: string | null
  /** Misleading name: whether to email about spots. Used only by processes of releases before `news_off`. */
  mailPlaces: Generated<number>
  pictureUrl: string
  /** Whether other members see their name and photo on practices they're going to; null until they have chosen. */
  showGoing: Generated<Truth | null>
  /** JSON list. */
  pronouns: string
  /** Denormalized: `dayPasses` and `paidPractices` always equal the sums of the ledger. */
  dayPasses: number
  paidPractices: number
  pass: PassName
  passUsedAt: string | null
  /** Random; the pass's QR code is derived from it, the member and AUTH_SECRET. Null before the member has opened My Pass. */
  passNonce: Generated<string | null>
  /** SHA-256 of the code, by which a scan finds the member; hex. */
  passCodeHash: Generated<string | null>
  createdAt: string
  removedAt: string | null
  /** The former address of a removed member who can still be restored; until then it is free for a new sign-up. */
  removedEmail: string | null
  /** When the personal data was erased for good, leaving a pseudonym; `removedAt` is set as well. */
  erasedAt: string | null
}

type PracticeTable = {
  /** The calendar event's ID when it was first seen. */
  id: string
  /** The event's current ID in the calendar source. */
  eventId: string
  source: CalendarSourceName
  icalUid: string
  /** Original instant or day of this occurrence in its series; empty for a single event. */
  originalStart: string
  title: string
  location: string
  description: string
  organizer: string
  startsAt: string
  endsAt: string
  allDay: Truth
  /** First and last local day that it touches, both inclusive. */
  startsOn: string
  lastOn: string
  attendanceLimit: number | null
  /** In hours before the start, 0 for none; null for the club's. */
  replyDeadlineHours: Generated<number | null>
  cancelledAt: string | null
  /** What officers told everyone who RSVP'd; null if nothing, or while it is on. */
  cancelMessage: Generated<string | null>
  startedAt: string | null
  startedBy: string | null
  /** Set at the start; null if a release that knew only a tap has started it. */
  checkInMode: Generated<CheckInMode | null>
  endedAt: string | null
  endedEarly: Truth
  deletedAt: string | null
  sample: Truth
  createdAt: string
  /** When drivers were last reminded. */
  driversRemindedAt: string | null
  /** The practice's start at that reminder, to remind again if it moves. */
  driversRemindedFor: string | null
  /** The same of members who hadn't replied. */
  remindedAt: Generated<string | null>
  remindedFor: Generated<string | null>
  /** When some of them, who had had too many reminders, may be reminded; null if there are none. */
  remindAgainAt: Generated<string | null>
  /** When an officer last reminded those who hadn't replied. */
  remindNowAt: Generated<string | null>
}

type RsvpTable = {
  practiceId: string
  memberId: string
  kind: RsvpKind
  answeredAt: string
  /** Position on the waitlist, ascending with gaps; null for a member with a spot. */
  waiting: number | null
}
/** If a process of the previous release has also written an `rsvp` row for the same member, that row wins. */
type CantComeTable = { practiceId: string; memberId: string; answeredAt: string }
/** The last one of each member, kept when they reply again. */
type LateWithdrawalTable = { practiceId: string; memberId: string; withdrawnAt: string; kind: WithdrawalKind }
/** A reminder to a member who hadn't replied, by email, push, or both. Deleted after 30 days. */
type ReminderTable = { practiceId: string; memberId: string; remindedAt: string }
type AttendanceTable = {
  practiceId: string
  memberId: string
  checkedInAt: string
  /** The member's or an officer's ID; null for a claimed pre-registration. */
  checkedInBy: string | null
  reason: string
}
/** Moot if the member is on the list of attendees after all. */
type NoShowExcuseTable = {
  practiceId: string
  memberId: string
  excusedAt: string
  /** The officer's ID. */
  excusedBy: string
  reason: string
}
/** A tablet at the door of a practice. It counts only while the practice is live and the member who started it is an officer. */
type KioskTable = {
  id: string
  practiceId: string
  startedBy: string
  startedAt: string
  /** Hash of the cookie's token. */
  tokenHash: string
  /** Keyed hash of the PIN that ends it on the tablet. */
  pinHash: string
  /** JSON: when the last wrong PINs came, in epoch milliseconds. */
  wrongPins: Generated<string>
}
type CarpoolCreditTable = { practiceId: string; memberId: string; creditedAt: string }
type PreRegistrationTable = {
  id: string
  email: string
  kind: 'attendance' | 'carpool' | 'paid'
  practiceId: string | null
  /** For kind `paid`: paid practices and day passes that wait for the address to sign up; at most one open row per address. */
  paid: number | null
  dayPasses: Generated<number>
  consumedAt: string | null
  /** The next five are for a guest's visit only, which has the email `guest <id of the guest>`. */
  guestId: Generated<string | null>
  enteredAt: Generated<string | null>
  /** An officer. */
  enteredBy: Generated<string | null>
  /** The member who brought them. */
  hostId: Generated<string | null>
  waiverSigned: Generated<Truth | null>
}
type GuestTable = {
  id: string
  /** The email, or without one `name <name in lowercase>`: two visits are by the same person if this is the same. `erased <id>` afterward. */
  identity: string
  /** As last entered; empty after they were erased. */
  name: string
  email: string | null
  /** Who signed up with the email since. */
  memberId: string | null
  erasedAt: string | null
}
/** One unit of a product sold at the door of a practice. Its ledger entries have the causes `sale:<id>:1` and `unsale:<id>:1`. */
type SaleTable = {
  id: string
  practiceId: string
  memberId: string
  /** Its name, worth, and price at that time. */
  product: string
  paidPractices: number
  dayPasses: number
  cents: number
  paidBy: PaymentKind
  soldAt: string
  soldBy: string
  /** When the check-in that came with it was made; null without one. */
  checkedInAt: string | null
  undoneAt: string | null
  undoneBy: string | null
  /** Why it was undone. */
  reason: Generated<string>
  /** What was deducted then: no more than was left. */
  practicesTaken: Generated<number>
  passesTaken: Generated<number>
}
/** One import: counts of the file's order lines by outcome. `there` counts duplicates of lines imported before. */
type StoreImportTable = {
  id: string
  at: string
  /** A member's ID, or `command`. */
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
  /** The buyer's canonical address; it and the name are emptied when the member is erased. */
  email: string
  name: string
  product: string
  /** Negative for a refund. */
  quantity: number
  boughtOn: string
  /** Paid practices and day passes per unit; both null for a product without a value yet. */
  paidPractices: number | null
  dayPasses: number | null
  state: 'booked' | 'waiting' | 'dismissed'
  /** The owner; null while unknown or not signed up yet. */
  memberId: string | null
  /** Club address whose owner gets it on completing the sign-up wizard. */
  forEmail: string | null
  /** Whether an officer assigned it. */
  byHand: Truth
  /** How many times it has been booked; makes the ledger cause of each booking unique. */
  times: number
  /** Why it was dismissed. */
  reason: string
  changedAt: string
}
/** A buyer's private address, remembered for a member, or for the person who signs up with `forEmail`. */
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
  /** A member's ID, or `system`. */
  actor: string
  at: string
}
type AuditTable = {
  id: string
  at: string
  /** A member's ID, `command` for the command line, or `system` for scheduled jobs. */
  actor: string
  action: string
  target: string
  /** JSON; contains IDs and counts, never names or addresses. */
  before: string | null
  after: string | null
  reason: string
  requestId: string
}
/** One item imported from the club's old app, so that it is never imported again, whatever happens to it here. */
type ImportedFactTable = {
  /** Its path of IDs in the old app; addresses in it are keyed hashes. */
  fact: string
  /** The member it was imported for. */
  memberId: string | null
  /** JSON: the counts at the import. */
  value: string
  at: string
}
type IdempotencyTable = {
  /** A member's ID, or `anyone`. */
  actor: string
  key: string
  fingerprint: string
  /** JSON: the first response, success or error. */
  answer: string
  createdAt: string
}
type PictureTable = {
  id: string
  memberId: string
  createdAt: string
  /** Null while it is the member's photo, of which there is at most one per member. */
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
  /** What its practice starts with; changed there from then on. */
  attendanceLimit: Generated<number | null>
  replyDeadlineHours: Generated<number | null>
}
type CalendarCacheTable = {
  source: string
  validators: string | null
  windowFrom: string | null
  windowTo: string | null
  readAt: string | null
  failedAt: string | null
  failure: string | null
  /** JSON, `CalendarFindings` of features/calendar/findings.ts. */
  findings: string | null
}
type ScorecardTable = {
  /** Generated on the device. */
  id: string
  memberId: string
  /** JSON, `Setup` and `Summary` of domain/scorecards; the summary is of the archer's own sheet. */
  setup: string
  summary: string
  startedAt: string
  updatedAt: string
  removedAt: string | null
  /** The second scorer, who scores the same card along with its archer. */
  secondId: string | null
  /** Code that lets a second scorer join the card until `inviteUntil`. */
  inviteCode: string | null
  inviteUntil: string | null
}
type ScorecardSheetTable = {
  cardId: string
  keeperId: string
  /** This scorer's arrows: JSON, `Slots` of domain/scorecards/card.ts. `version` counts the changes. */
  slots: string
  version: number
  /** The ends that this scorer has confirmed: JSON, `EndValues` or null per end, of domain/scorecards/double-scoring.ts. */
  confirmed: Generated<string>
}
type SettingTable = {
  /** As in domain/settings/setting-list.ts; one of another release may be unknown. */
  name: string
  /** JSON. Null: not set in the app, so that `club.config.ts` applies. */
  value: string | null
  /** Rises with each change of any setting. */
  revision: number
  changedAt: string
  /** A member, or `command`. */
  changedBy: string
}
type ClubFileTable = {
  /** Random, so that only someone who was shown the URL knows it. */
  id: string
  /** As in its URL. */
  name: string
  mediaType: string
  /** In bytes. */
  size: number
  createdAt: string
  /** A member, or `command`. */
  createdBy: string
}
type FeedTokenTable = {
  memberId: string
  /** Random; the token is derived from it, the member and AUTH_SECRET. Empty after a reset, so that no token matches. */
  nonce: string
  tokenHash: string
  createdAt: string
}
/** The last state of a practice in a member's calendar feed. */
type FeedEventTable = { memberId: string; practiceId: string; fingerprint: string; changedAt: string }
/** A Web Push subscription of a device: where to send notifications, and the public keys to encrypt them with. */
type PushSubscriptionTable = {
  id: string
  memberId: string
  endpoint: string
  p256dh: string
  auth: string
  /** The server's VAPID key for which it was created; useless after AUTH_SECRET has changed. */
  serverKey: string
  /** The session that last registered this device; logging out of it removes the subscription. */
  sessionId: string
  userAgent: string
  createdAt: string
}
/** Misleading name: the outbox of emails and push notifications. */
type MailOutboxTable = {
  id: string
  kind: string
  userId: string
  /** Secret that the email needs (a link's token), encrypted; emptied when it has been sent. */
  sealed: string | null
  /** The practice that it is about, if any. */
  practiceId: string | null
  /** JSON, `PracticeFacts` of domain/notifications.ts: the practice as the recipient knows it, if the message says what has changed. */
  before: string | null
  /** The device that gets it as a push notification; null for an email. */
  subscriptionId: string | null
  createdAt: string
  nextTryAt: string
  /** Lease: since when a process has been sending it, or doesn't know whether it arrived; null otherwise. */
  claimedAt: string | null
  tries: Generated<number>
  /** Since when every attempt has been rejected permanently. */
  refusedSince: string | null
  sentAt: string | null
  failedAt: string | null
  lastError: string | null
}

type WeeklyBatchTable = {
  kind: string
  /** The local day on which it was due. */
  week: string
  /** Members are added to the outbox in ID order; this is the last one so far. */
  lastMemberId: string
  /** How many of them get it. */
  people: number
  queuedAt: string
  finishedAt: string | null
}

export type CalendarEventRow = Selectable<CalendarEventTable>
export type PracticeRow = Selectable<PracticeTable>
export type StoreLineRow = Selectable<StoreLineTable>
export type MemberRow = Selectable<MemberTable>
