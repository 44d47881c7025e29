import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import { mailboxOf } from '#domain/email.ts'
import { codeKinds } from '#domain/email-code.ts'
import { deviceInWords } from '#domain/sessions.ts'
import { accountFailuresKey } from '#server/auth/login-attempts.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'
import { codesKey } from './email-codes.ts'
import { emailsKey } from './sign-up.ts'

/** Every section of the file. Each is a list (empty if there are no rows), except `account` and `profile`. */
const sections = [
  ...[
    'account',
    'profile',
    'answers',
    'cantCome',
    'lateWithdrawals',
    'reminders',
    'attendance',
    'excuses',
    'carpoolCredits',
    'preRegistrations',
    'guestVisits',
    'guestsBrought',
  ],
  ...['storeLines', 'storeAddresses', 'storeImports', 'broughtAlong', 'practicesStarted', 'ledger', 'log', 'sessions'],
  ...['links', 'mails', 'newsSwitchedOff', 'devicesWithNotifications', 'drafts', 'recentRequests', 'welcomeGrants'],
  ...['limits', 'changes', 'pictures', 'calendarLinks', 'calendarEntries', 'scorecards', 'scoresWritten'],
] as const
type ExportedRow = Record<string, unknown>
type Sections = Record<string, ExportedRow | ExportedRow[]>
type ExportInput = { db: Db; ctx: AppContext; id: string; email: string; say: (text: string) => string }
/**
 * Exports what one table holds about a member. Long tables come in batches, so that they are never in memory as a
 * whole.
 */
type Exporter = (facts: ExportInput) => Promise<Sections> | AsyncIterable<Sections>

const whatItIs =
  'Everything the club’s app stores about you. Other people aren’t named: "you" means you, and everyone else is "someone else".'

/**
 * One exporter per table, in readable words; null for tables that hold nothing about a person. A new table that is
 * missing here doesn't compile, and `data-export.test.ts` checks that null is right.
 */
export const exportersByTable: Record<keyof Schema, Exporter | null> = {
  async user({ db, id }) {
    const { email, emailVerified, createdAt } = await db
      .selectFrom('user')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { account: { id, email, emailVerified: emailVerified === 1, signedUpAt: createdAt } }
  },
  // Holds only the password hash, which is better not carried around.
  account: async () => ({}),
  async session({ db, id }) {
    const rows = await db.selectFrom('session').selectAll().where('userId', '=', id).orderBy('createdAt').execute()
    return {
      sessions: rows.map(({ userAgent, ipAddress, createdAt, lastActiveAt, expiresAt, kept, passwordAt }) => ({
        device: deviceInWords(userAgent ?? ''),
        browserSays: userAgent,
        networkAddress: ipAddress,
        signedInAt: createdAt,
        lastActiveAt,
        endsAt: expiresAt,
        keptSignedIn: kept === 1,
        passwordEnteredAt: passwordAt,
      })),
    }
  },
  async verification({ db, id }) {
    const rows = await db.selectFrom('verification').selectAll().where('value', '=', id).execute()
    return {
      links: rows.map(({ identifier, createdAt, expiresAt }) => ({
        for: identifier.split(':')[0],
        createdAt,
        expiresAt,
      })),
    }
  },
  async member({ db, id }) {
    const row = await db.selectFrom('member').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const { id: _, mailPlaces: __, hasCar, hasLoggedIn, rm01Completed, showGoing, pronouns, ...rest } = row
    return {
      profile: {
        ...rest,
        hasLoggedIn: hasLoggedIn === 1,
        hasCar: hasCar === 1,
        rm01Completed: rm01Completed === 1,
        showGoing: showGoing === null ? null : showGoing === 1,
        pronouns: JSON.parse(pronouns),
      },
    }
  },
  async practice({ db, id }) {
    const rows = await db.selectFrom('practice').selectAll().where('startedBy', '=', id).orderBy('startsAt').execute()
    return {
      practicesStarted: rows.map(({ title, startsAt, startedAt }) => ({ practice: title, startsAt, startedAt })),
    }
  },
  async rsvp({ db, id }) {
    const rows = await db
      .selectFrom('rsvp')
      .innerJoin('practice', 'practice.id', 'rsvp.practiceId')
      .select(['practice.title as practice', 'practice.startsAt', 'rsvp.kind as answer', 'rsvp.answeredAt'])
      .select('rsvp.waiting')
      .where('rsvp.memberId', '=', id)
      .orderBy('practice.startsAt')
      .execute()
    return { answers: rows.map(({ waiting, ...row }) => ({ ...row, hasPlace: waiting === null })) }
  },
  async cantCome({ db, id }) {
    const rows = await db
      .selectFrom('cantCome')
      .innerJoin('practice', 'practice.id', 'cantCome.practiceId')
      .select(['practice.title as practice', 'practice.startsAt', 'cantCome.answeredAt'])
      .where('cantCome.memberId', '=', id)
      .orderBy('practice.startsAt')
      .execute()
    return { cantCome: rows }
  },
  async lateWithdrawal({ db, id }) {
    const rows = await db
      .selectFrom('lateWithdrawal')
      .innerJoin('practice', 'practice.id', 'lateWithdrawal.practiceId')
      .select(['practice.title as practice', 'practice.startsAt', 'lateWithdrawal.withdrawnAt'])
      .select('lateWithdrawal.kind as gaveUp')
      .where('lateWithdrawal.memberId', '=', id)
      .orderBy('practice.startsAt')
      .execute()
    return { lateWithdrawals: rows }
  },
  async attendance({ db, id, say }) {
    const rows = await db
      .selectFrom('attendance')
      .innerJoin('practice', 'practice.id', 'attendance.practiceId')
      .select(['practice.title as practice', 'practice.startsAt', 'attendance.checkedInAt'])
      .select(['attendance.checkedInBy', 'attendance.reason'])
      .where('attendance.memberId', '=', id)
      .orderBy('practice.startsAt')
      .execute()
    return { attendance: rows.map((row) => ({ ...row, checkedInBy: say(row.checkedInBy ?? 'system') })) }
  },
  async reminder({ db, id }) {
    const rows = await db
      .selectFrom('reminder')
      .innerJoin('practice', 'practice.id', 'reminder.practiceId')
      .select(['practice.title as practice', 'practice.startsAt', 'reminder.remindedAt'])
      .where('reminder.memberId', '=', id)
      .orderBy('reminder.remindedAt')
      .execute()
    return { reminders: rows }
  },
  async noShowExcuse({ db, id, say }) {
    const rows = await db
      .selectFrom('noShowExcuse')
      .innerJoin('practice', 'practice.id', 'noShowExcuse.practiceId')
      .select(['practice.title as practice', 'practice.startsAt', 'noShowExcuse.excusedAt'])
      .select(['noShowExcuse.excusedBy', 'noShowExcuse.reason'])
      .where('noShowExcuse.memberId', '=', id)
      .orderBy('practice.startsAt')
      .execute()
    return { excuses: rows.map((row) => ({ ...row, excusedBy: say(row.excusedBy) })) }
  },
  async carpoolCredit({ db, id }) {
    const rows = await db
      .selectFrom('carpoolCredit')
      .innerJoin('practice', 'practice.id', 'carpoolCredit.practiceId')
      .select(['practice.title as practice', 'practice.startsAt', 'carpoolCredit.creditedAt'])
      .where('carpoolCredit.memberId', '=', id)
      .orderBy('practice.startsAt')
      .execute()
    return { carpoolCredits: rows }
  },
  async preRegistration({ db, id, email }) {
    const rows = await db
      .selectFrom('preRegistration')
      .leftJoin('practice', 'practice.id', 'preRegistration.practiceId')
      .select(['preRegistration.email', 'preRegistration.kind', 'practice.title as practice'])
      .select(['preRegistration.paid', 'preRegistration.dayPasses', 'preRegistration.consumedAt as takenOverAt'])
      .where('preRegistration.email', '=', email)
      .execute()
    const brought = await db
      .selectFrom('preRegistration')
      .innerJoin('practice', 'practice.id', 'preRegistration.practiceId')
      .select(['practice.title as practice', 'practice.startsAt', 'preRegistration.enteredAt'])
      .where('preRegistration.hostId', '=', id)
      .orderBy('practice.startsAt')
      .execute()
    return { preRegistrations: rows, guestsBrought: brought }
  },
  async guest({ db, id, email }) {
    const rows = await db
      .selectFrom('guest')
      .innerJoin('preRegistration', 'preRegistration.guestId', 'guest.id')
      .innerJoin('practice', 'practice.id', 'preRegistration.practiceId')
      .select(['guest.name', 'guest.email', 'practice.title as practice', 'practice.startsAt'])
      .select(['preRegistration.enteredAt', 'preRegistration.waiverSigned'])
      .where((eb) => eb.or([eb('guest.memberId', '=', id), eb('guest.identity', '=', email)]))
      .orderBy('practice.startsAt')
      .execute()
    return { guestVisits: rows.map(({ waiverSigned, ...row }) => ({ ...row, waiverSigned: waiverSigned === 1 })) }
  },
  async storeLine({ db, id, email }) {
    const rows = await db
      .selectFrom('storeLine')
      .select(['orderId as order', 'product', 'quantity', 'boughtOn', 'email', 'name', 'state', 'changedAt'])
      .where((eb) => eb.or([eb('memberId', '=', id), eb('email', '=', email), eb('forEmail', '=', email)]))
      .orderBy('orderId')
      .orderBy('lineId')
      .execute()
    return { storeLines: rows }
  },
  async storeAddress({ db, id, email }) {
    const rows = await db
      .selectFrom('storeAddress')
      .select(['email', 'createdAt as rememberedAt'])
      .where((eb) => eb.or([eb('memberId', '=', id), eb('email', '=', email), eb('forEmail', '=', email)]))
      .orderBy('email')
      .execute()
    return { storeAddresses: rows }
  },
  async storeImport({ db, id }) {
    const rows = await db
      .selectFrom('storeImport')
      .select(['at', 'booked', 'waiting', 'unread', 'there'])
      .where('actor', '=', id)
      .orderBy('at')
      .execute()
    return { storeImports: rows }
  },
  async ledger({ db, id, say }) {
    const rows = await db
      .selectFrom('ledger')
      .select(['at', 'currency', 'amount', 'why', 'cause', 'actor'])
      .where('memberId', '=', id)
      .orderBy('at')
      .execute()
    return { ledger: rows.map(({ actor, cause, ...row }) => ({ ...row, cause: say(cause), by: say(actor) })) }
  },
  async *audit({ db, id, say }) {
    let after: { at: string; id: string } | null = null
    for (;;) {
      const rows: Selectable<Schema['audit']>[] = await db
        .selectFrom('audit')
        .selectAll()
        .where((eb) => eb.or([eb('actor', '=', id), eb('target', 'like', `%${id}%`)]))
        .where((eb) =>
          after === null
            ? eb.lit(true)
            : eb.or([eb('at', '>', after.at), eb.and([eb('at', '=', after.at), eb('id', '>', after.id)])]),
        )
        .orderBy('at')
        .orderBy('id')
        .limit(rowsAtATime)
        .execute()
      yield {
        log: rows.map(({ at, actor, action, target, before, after, reason }) => ({
          at,
          by: say(actor),
          what: action,
          about: say(target),
          before: before === null ? null : JSON.parse(say(before)),
          after: after === null ? null : JSON.parse(say(after)),
          reason,
        })),
      }
      after = rows.at(-1) ?? null
      if (rows.length < rowsAtATime) return
    }
  },
  async importedFact({ db, id, say }) {
    const rows = await db.selectFrom('importedFact').selectAll().where('memberId', '=', id).orderBy('fact').execute()
    // Leaves out the placeholder hash of an imported account, although no password matches it.
    const readValue = (text: string) => JSON.parse(text, (key, value) => (key === 'placeholder' ? undefined : value))
    return { broughtAlong: rows.map(({ fact, value, at }) => ({ what: say(fact), value: readValue(value), at })) }
  },
  async idempotency({ db, id }) {
    const rows = await db.selectFrom('idempotency').selectAll().where('actor', '=', id).orderBy('createdAt').execute()
    return { recentRequests: rows.map(({ createdAt, answer }) => ({ at: createdAt, answer: JSON.parse(answer) })) }
  },
  async mailboxGrant({ db, ctx, email }) {
    const mailboxHash = ctx.secrets.hashAddress(mailboxOf(email))
    const rows = await db.selectFrom('mailboxGrant').selectAll().where('mailboxHash', '=', mailboxHash).execute()
    return { welcomeGrants: rows }
  },
  async profileDraft({ db, id }) {
    const rows = await db.selectFrom('profileDraft').selectAll().where('memberId', '=', id).execute()
    return { drafts: rows.map(({ draft, updatedAt }) => ({ updatedAt, draft: JSON.parse(draft) })) }
  },
  calendarEvent: null,
  calendarCache: null,
  sampleSettings: null,
  setting: null,
  clubFile: null,
  weeklyBatch: null,
  awaitingPreview: null,
  // Has a row only inside the transaction of an erasure.
  erasing: async () => ({}),
  async mailOutbox({ db, id }) {
    const rows = await db.selectFrom('mailOutbox').selectAll().where('userId', '=', id).orderBy('createdAt').execute()
    return {
      mails: rows.map(({ kind, subscriptionId, createdAt, sentAt, failedAt }) => ({
        kind,
        way: subscriptionId === null ? 'mail' : 'notification',
        createdAt,
        sentAt,
        failedAt,
      })),
    }
  },
  async newsOff({ db, id }) {
    const rows = await db
      .selectFrom('newsOff')
      .select(['news', 'way', 'wanted'])
      .where('memberId', '=', id)
      .orderBy('news')
      .execute()
    return { notificationsChosen: rows.map(({ wanted, ...row }) => ({ ...row, wanted: wanted === 1 })) }
  },
  // Leaves out the endpoint's path and the keys: they are what it takes to send to the device.
  async pushSubscription({ db, id }) {
    const rows = await db.selectFrom('pushSubscription').selectAll().where('memberId', '=', id).execute()
    return {
      devicesWithNotifications: rows.map(({ endpoint, userAgent, createdAt }) => ({
        device: deviceInWords(userAgent),
        browserSays: userAgent,
        service: new URL(endpoint).host,
        addedAt: createdAt,
      })),
    }
  },
  async rateLimit({ db, ctx, email }) {
    const emails = emailsKey(ctx, email)
    const emailKeys = ['', 'reset-', 'unsent-', 'sent-', 'already-'].map((kind) => `${kind}${emails}`)
    const codes = codeKinds.map((kind) => codesKey(ctx, kind, email))
    const keys = [accountFailuresKey(ctx, email), ...emailKeys, ...codes]
    const rows = await db.selectFrom('rateLimit').selectAll().where('key', 'in', keys).execute()
    return {
      limits: rows.map(({ key, hits, expiresAt }) => ({
        of: key.slice(0, key.lastIndexOf(':')),
        at: (JSON.parse(hits) as number[]).map((hit) => new Date(hit).toISOString()),
        forgottenAt: expiresAt,
      })),
    }
  },
  async picture({ db, id }) {
    const rows = await db.selectFrom('picture').selectAll().where('memberId', '=', id).orderBy('createdAt').execute()
    return { pictures: rows.map(({ createdAt, unusedSince }) => ({ createdAt, notUsedSince: unusedSince })) }
  },
  // Leaves out the link, because anyone who has it can read the calendar. Its owner finds it on My Practices.
  async feedToken({ db, id }) {
    const rows = await db.selectFrom('feedToken').select('createdAt').where('memberId', '=', id).execute()
    return { calendarLinks: rows }
  },
  async feedEvent({ db, id }) {
    const rows = await db
      .selectFrom('feedEvent')
      .innerJoin('practice', 'practice.id', 'feedEvent.practiceId')
      .select(['practice.title as practice', 'practice.startsAt', 'feedEvent.changedAt'])
      .where('feedEvent.memberId', '=', id)
      .orderBy('practice.startsAt')
      .execute()
    return { calendarEntries: rows }
  },
  async scorecard({ db, id }) {
    const rows = await db.selectFrom('scorecard').selectAll().where('memberId', '=', id).orderBy('startedAt').execute()
    return {
      scorecards: rows.map(
        ({ memberId: _, secondId, inviteCode: _code, inviteUntil: _until, setup, summary, ...row }) => ({
          ...row,
          keptBySomebodyElse: secondId !== null,
          setup: JSON.parse(setup),
          summary: JSON.parse(summary),
        }),
      ),
    }
  },
  async *scorecardSheet({ db, id }) {
    let after = ''
    for (;;) {
      const rows: Selectable<Schema['scorecardSheet']>[] = await db
        .selectFrom('scorecardSheet')
        .selectAll()
        .where('keeperId', '=', id)
        .where('cardId', '>', after)
        .orderBy('cardId')
        .limit(cardsAtATime)
        .execute()
      yield {
        scoresWritten: rows.map(({ cardId, slots, confirmed }) => ({
          scorecard: cardId,
          slots: JSON.parse(slots),
          confirmed: JSON.parse(confirmed),
        })),
      }
      after = rows.at(-1)?.cardId ?? ''
      if (rows.length < cardsAtATime) return
    }
  },
  // Empty within a second; the versions below are what remains.
  topicOutbox: async () => ({}),
  async topicVersion({ db, id }) {
    const read = (topic: string) => db.selectFrom('topicVersion').selectAll().where('topic', '=', topic).execute()
    const [records, cards] = [await read(`member:${id}`), await read(`cards:${id}`)]
    return {
      changes: [
        ...records.map(({ version }) => ({ ofYourRecord: version })),
        ...cards.map(({ version }) => ({ ofYourScorecards: version })),
      ],
    }
  },
}

const rowsAtATime = 200
const cardsAtATime = 20

/** Everything that is stored about a person, as the pieces of a JSON file with one line per row. */
export async function* personalDataPieces(ctx: AppContext, person: { id: string; email: string }) {
  const { db } = ctx.database
  const facts: ExportInput = { db, ctx, ...person, say: await createIdReplacer(db, person.id) }
  yield `{\n"about": ${JSON.stringify({ club: ctx.club.name, exportedAt: nowAsText(ctx), what: whatItIs })}`
  const missing = new Set<string>(sections)
  for (const read of Object.values(exportersByTable)) {
    let open: string | null = null
    for await (const portion of readInPortions(read, facts)) {
      for (const [section, held] of Object.entries(portion)) {
        if (!Array.isArray(held)) {
          missing.delete(section)
          yield `,\n"${section}": ${JSON.stringify(held)}`
          continue
        }
        const lines = held.map((row) => JSON.stringify(row))
        if (open === section) {
          if (lines.length > 0) yield `,\n${lines.join(',\n')}`
          continue
        }
        if (lines.length === 0) continue
        if (open !== null) yield '\n]'
        missing.delete(section)
        yield `,\n"${section}": [\n${lines.join(',\n')}`
        open = section
      }
      // SQLite queries block the event loop, so let other requests run between two batches.
      await nextTurn()
    }
    if (open !== null) yield '\n]'
  }
  for (const section of missing) yield `,\n"${section}": []`
  yield '\n}\n'
}

/** Runs an exporter and yields its batches, whether it has one or many. */
export async function* readInPortions(read: Exporter | null, facts: ExportInput): AsyncGenerator<Sections> {
  const held = read?.(facts)
  if (held === undefined) return
  if (Symbol.asyncIterator in held) yield* held
  else yield await held
}

/** Returns a function that replaces ids anywhere in a text: the member's own, other members' and those of practices. */
async function createIdReplacer(db: Db, me: string) {
  const practices = await db.selectFrom('practice').select(['id', 'title', 'startsOn']).execute()
  const members = await db.selectFrom('member').select('id').execute()
  const words = new Map<string, string>([
    ['system', 'the club'],
    ['command', 'the club'],
  ])
  for (const { id } of members) words.set(id, id === me ? 'you' : 'someone else')
  // Some of these texts are JSON, which quotes and backslashes would break.
  for (const { id, title, startsOn } of practices) words.set(id, `${title.replace(/["\\\p{Cc}]/gu, ' ')} (${startsOn})`)
  return (text: string) => {
    const whole = words.get(text)
    if (whole !== undefined) return whole
    let said = text
    for (const [id, word] of words) if (id.length > 12 && said.includes(id)) said = said.replaceAll(id, word)
    return said
  }
}
