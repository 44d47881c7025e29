import { betterAuth } from 'better-auth'
import type { Tx } from '../db/database.ts'

/**
 * Better Auth keeps people, credentials and sessions, here always on one of our transactions: a fresh instance on it costs
 * about a millisecond, and so account, member, link and mail are written together or not at all. None of its HTTP
 * endpoints is mounted (docs/decisions/0003-identity.md).
 *
 * Its adapter speaks the SQLite dialect of values (0 and 1, dates as text) on both engines, because that is how our tables
 * are made on both.
 */
export async function authOn(tx: Tx, settings: { baseUrl: string; authSecret: string }) {
  const auth = betterAuth({
    baseURL: settings.baseUrl,
    secret: settings.authSecret,
    database: { db: tx, type: 'sqlite', transaction: false },
    emailAndPassword: { enabled: true, disableSignUp: true },
    session: {
      additionalFields: {
        lastActiveAt: { type: 'string', input: false, required: true },
        kept: { type: 'number', input: false, required: true },
      },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  })
  return (await auth.$context).internalAdapter
}
