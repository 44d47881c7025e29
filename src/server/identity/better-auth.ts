import { kyselyAdapter } from '@better-auth/kysely-adapter'
import { createInternalAdapter } from 'better-auth/db'
import type { Tx } from '../db/database.ts'

const options = {
  emailAndPassword: { enabled: true, disableSignUp: true },
  session: {
    additionalFields: {
      lastActiveAt: { type: 'string', input: false, required: true },
      kept: { type: 'number', input: false, required: true },
      passwordAt: { type: 'string', input: false, required: false },
    },
  },
} as const

const silent = () => {}
const logger = { level: 'error', debug: silent, info: silent, success: silent, warn: silent, error: silent } as const

/**
 * Better Auth keeps people, credentials and sessions, here always on one of our transactions, so that account, member, link and
 * mail are written together or not at all. Only its way to the tables is loaded: its HTTP endpoints are not even in memory
 * (docs/decisions/0003-identity.md).
 *
 * Its adapter speaks the SQLite dialect of values (0 and 1, dates as text) on both engines, because that is how our tables
 * are made on both.
 */
export function authOn(tx: Tx) {
  const adapter = kyselyAdapter(tx, { type: 'sqlite', transaction: false })(options)
  // Ids are the adapter's; this one is for sessions that are kept outside the database.
  return createInternalAdapter(adapter, { options, logger, hooks: [], generateId: () => false })
}
