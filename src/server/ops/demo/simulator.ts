import { randomUUID } from 'node:crypto'
import { createRouterClient } from '@orpc/server'
import type { SignedIn } from '#server/auth/sessions.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { Announce } from '#server/db/write.ts'
import { checkInAlone } from '#server/features/practices/check-in.ts'
import { parseClubConfig } from '#server/ops/config/club-config.ts'
import { router } from '#server/router.ts'
import type { PersonKey, PracticeKey } from './events.ts'
import { storeProducts } from './plan-purchases.ts'

export type Simulator = ReturnType<typeof createSimulator>

/** Tracks the members and practices created so far, and calls the app's procedures as any member at any time. */
export function createSimulator(tx: Tx, announce: Announce, ctx: AppContext, passwordHash: string) {
  const people = new Map<PersonKey, SignedIn>()
  const practices = new Map<PracticeKey, string>()
  // The plan relies on the default rules (welcome passes, start window) and on its own store, not on this club's settings.
  const { name, emailDomain, timeZone } = ctx.club
  const club = parseClubConfig({ name, emailDomain, timeZone, storeImport: { products: storeProducts } })
  function contextAt(at: string): AppContext {
    const here: AppContext = {
      ...ctx,
      club,
      // The server reads them when it starts.
      settings: { ...ctx.settings, reload: async () => {} },
      database: { ...ctx.database, db: tx },
      write: (act) => act(tx, announce),
      checkIn: (request) => checkInAlone(here, request),
      clock: { ...ctx.clock, now: () => Date.parse(at) },
    }
    return here
  }
  const person = (key: PersonKey) => known(people.get(key), key)
  return {
    tx,
    announce,
    passwordHash,
    people,
    practices,
    contextAt,
    person,
    practice: (key: PracticeKey) => known(practices.get(key), key),
    emailOf: (key: PersonKey) => `${key}@${emailDomain}`,
    /** The app's API, called as this member at that time. */
    as(key: PersonKey, at: string) {
      const context = {
        ctx: contextAt(at),
        requestId: randomUUID(),
        ip: '127.0.0.1',
        userAgent: 'demo',
        idempotencyKey: null,
        me: person(key),
        kiosk: null,
        setSessionCookie() {},
        clearSessionCookie() {},
        becomeKiosk() {},
        leaveKiosk() {},
        clearBrowserCache() {},
        setFileName() {},
        cacheUntil() {},
      }
      return createRouterClient(router, { context })
    },
  }
}

function known<T>(found: T | undefined, key: string): T {
  if (found === undefined) throw new Error(`The demo club has no ${key} yet`)
  return found
}
