import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { codeLetters } from '#domain/email-code.ts'
import type { AppContext } from '#server/context.ts'
import { CommandRefused, count } from '#server/ops/terminal.ts'
import type { DemoEvent, PersonKey } from './events.ts'
import { planDemo } from './plan-demo.ts'
import { debtor, passHolder, president } from './plan-people.ts'
import { drawPortraits, type Portraits } from './portraits.ts'
import { playDemo } from './run-events.ts'

/**
 * A random password, shared by all members of one demo club. A fixed one would be public in the source code, and let in anyone who
 * reaches the demo through a proxy or a tunnel.
 */
export function newDemoPassword() {
  const part = () => Array.from({ length: 4 }, () => codeLetters[randomInt(codeLetters.length)]).join('')
  return [part(), part(), part(), part()].join('-').toLowerCase()
}

const elsewhere = {
  sqlite: 'set DATA_DIR to a new folder',
  postgres: 'set DATABASE_URL to an empty database',
}

export type SeededDemo = {
  people: number
  behind: number
  ahead: number
  signIns: { who: string; email: string }[]
  password: string
}

/**
 * Fills an empty club with the demo in one transaction.
 * @param portraits pass an empty map to skip drawing them
 * @throws CommandRefused if the club isn't empty
 */
export async function seedDemo(
  ctx: AppContext,
  portraits: Portraits = drawPortraits(ctx.pictures),
): Promise<SeededDemo> {
  // Avoids an unhandled rejection; the result is awaited later.
  portraits.catch(() => {})
  const plan = planDemo({ nowMs: ctx.clock.now(), timeZone: ctx.club.timeZone })
  const password = newDemoPassword()
  const passwordHash = await ctx.hashing.hash(password)
  await ctx.write(async (tx, announce) => {
    // A second command on the same database waits here until the first has finished, and is refused then.
    if (ctx.database.engine === 'postgres') await sql`set local statement_timeout = 0`.execute(tx)
    for (const table of ['user', 'practice', 'calendarEvent', 'preRegistration', 'ledger', 'audit'] as const) {
      const { rows } = await tx
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
      if (rows > 0)
        throw new CommandRefused(
          `There’s already a club here (${count(rows, 'row')} in ${table}). The demo needs an empty data folder or database: ${elsewhere[ctx.database.engine]}.`,
        )
    }
    await playDemo(tx, announce, { ctx, plan, passwordHash, portraits })
  })
  const { past, ahead, calledOff } = plan.schedule
  const signIn = (who: string, key: PersonKey) => ({ who, email: `${key}@${ctx.club.emailDomain}` })
  return {
    people: plan.events.filter((event: DemoEvent) => event.kind === 'sign-up').length,
    behind: past.filter((practice) => !calledOff.has(practice)).length,
    ahead: ahead.filter((practice) => !calledOff.has(practice)).length + 1,
    signIns: [
      signIn('officer', president),
      signIn('member with day passes', passHolder),
      signIn('member who owes', debtor),
    ],
    password,
  }
}
