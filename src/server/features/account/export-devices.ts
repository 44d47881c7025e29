import { codeKinds } from '#domain/email-code.ts'
import { deviceInWords } from '#domain/sessions.ts'
import { accountFailuresKey } from '#server/auth/login-attempts.ts'
import { codesKey } from './email-codes.ts'
import type { Exporters } from './exporter.ts'
import { emailsKey } from './sign-up.ts'

/** Logging in, what is sent to a member, and the limits of both. */
export const ofDevices = {
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
  // Leaves out the hashes of the token and the PIN.
  async kiosk({ db, id }) {
    const rows = await db.selectFrom('kiosk').select(['practiceId', 'startedAt']).where('startedBy', '=', id).execute()
    return { kiosks: rows.map(({ practiceId, startedAt }) => ({ practice: practiceId, startedAt })) }
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
  async idempotency({ db, id }) {
    const rows = await db.selectFrom('idempotency').selectAll().where('actor', '=', id).orderBy('createdAt').execute()
    return { recentRequests: rows.map(({ createdAt, answer }) => ({ at: createdAt, answer: JSON.parse(answer) })) }
  },
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
  // Leaves out the link, because anyone who has it can read the calendar. Its owner finds it on My Practices.
  async feedToken({ db, id }) {
    const rows = await db.selectFrom('feedToken').select('createdAt').where('memberId', '=', id).execute()
    return { calendarLinks: rows }
  },
} satisfies Exporters
