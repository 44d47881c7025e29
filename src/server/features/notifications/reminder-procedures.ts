import { dayOf } from '#domain/calendar-day.ts'
import { displayName } from '#domain/names.ts'
import { isQuietHour } from '#domain/quiet-hours.ts'
import { decideRemindNow } from '#domain/reminders.ts'
import { remindNowTexts } from '#domain/text/reminder-messages.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { PracticeRow } from '#server/db/schema.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { missing, refuse } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { findPractice, lockPractice } from '#server/queries/practices.ts'
import { planReminders, queueReminders } from './remind-members.ts'
import { readTurnedOn } from './turned-on.ts'

const get = signedInProcedure.reminders.get.handler(async ({ input: { practiceId }, context: { ctx } }) => {
  const { db } = ctx.database
  const now = nowAsText(ctx)
  const row = (await findPractice(db, practiceId)) ?? missing()
  const planned = await planReminders(db, ctx, row, now)
  const people = planned.filter(({ decision }) => decision.outcome === 'reminded')
  const decision = await decide(db, ctx, row, { people: people.length, now })
  return {
    refusal: decision.outcome === 'refused' ? decision.reason : null,
    lastAt:
      [row.remindedAt, row.remindNowAt]
        .filter((at) => at !== null)
        .sort()
        .at(-1) ?? null,
    people: people.map(({ member }) => ({ memberId: member.id, name: displayName(member) })),
    leftOut: planned.flatMap(({ member, decision }) =>
      decision.outcome === 'left-out'
        ? [{ memberId: member.id, name: displayName(member), reason: decision.reason }]
        : [],
    ),
  }
})

/** Reminds everyone who hasn't replied and may get one, in one transaction with the mark that it was done today. */
const send = signedInProcedure.reminders.send.handler(
  async ({ input: { practiceId }, context: { ctx, me, now, write, requestId } }) => {
    const sent = await write(async (tx, announce) => {
      const row = (await lockPractice(tx, practiceId)) ?? missing()
      const at = now()
      const { people } = await queueReminders(tx, ctx, row, { now: at })
      const decision = await decide(tx, ctx, row, { people, now: at })
      if (decision.outcome === 'refused') throw refuse(decision.reason, remindNowTexts[decision.reason])
      await tx.updateTable('practice').set({ remindNowAt: at }).where('id', '=', row.id).execute()
      await saveAudit(tx, ctx, {
        actor: me.id,
        action: 'practice.remind',
        target: row.id,
        after: { people },
        requestId,
      })
      announce('practices')
      return { people }
    })
    ctx.outbox.wake()
    return sent
  },
)

async function decide(
  db: Db | Tx,
  ctx: AppContext,
  row: PracticeRow,
  { people, now }: { people: number; now: string },
) {
  const { timeZone } = ctx.club
  const today = dayOf(Date.parse(now), timeZone)
  return decideRemindNow({
    practice: row,
    awaitingPreview: (await readTurnedOn(db, 'remind')) === null,
    isNight: isQuietHour(now, timeZone),
    today: row.remindNowAt !== null && dayOf(Date.parse(row.remindNowAt), timeZone) === today,
    people,
    now,
  })
}

export const reminders = { get, send }
