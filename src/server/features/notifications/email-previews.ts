import type { EmailPreview } from '#contract/reminders.ts'
import type { PreviewedKind } from '#domain/notifications.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { emailWords } from '#server/email/compose-email.ts'
import type { AskedPractice } from '#server/email/email-template.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { getMember } from '#server/queries/members.ts'
import { practicesToAsk } from '#server/queries/practices.ts'
import { listAsked } from '#server/queries/reminder-audience.ts'
import { askAbout } from './asked-practices.ts'
import { listReceivers } from './enqueue.ts'
import { planReminders } from './remind-members.ts'
import { readTurnedOn } from './turned-on.ts'
import { countReceivers, listWeek } from './weekly-email.ts'

type Sample = { people: number; asked: AskedPractice[] }

/** What each kind would say to this officer now, and to how many it would go. */
const samples: Record<PreviewedKind, (ctx: AppContext, db: Db, memberId: string) => Promise<Sample>> = {
  async week(ctx, db, memberId) {
    const asked = await askAbout(
      db,
      memberId,
      await listWeek(db, nowAsText(ctx)),
      ctx.club.practices.replyDeadlineHours,
    )
    return { people: await countReceivers(db), asked }
  },
  async remind(ctx, db, memberId) {
    const now = nowAsText(ctx)
    const next = await practicesToAsk(db, now).limit(1).executeTakeFirst()
    if (!next) {
      const memberIds = (await listAsked(db, now)).map(({ id }) => id)
      const receivers = await listReceivers(db, { kind: 'remind', memberIds })
      return { people: new Set(receivers.map(({ userId }) => userId)).size, asked: [] }
    }
    const planned = await planReminders(db, ctx, next, now)
    const asked = await askAbout(db, memberId, [next], ctx.club.practices.replyDeadlineHours)
    return {
      people: planned.filter(({ decision }) => decision.outcome === 'reminded').length,
      // As to someone who hasn't replied.
      asked: asked.map((practice) => ({ ...practice, myReply: null, myPosition: null })),
    }
  },
}

const get = signedInProcedure.emailPreviews.get.handler(async ({ input: { kind }, context: { ctx, me } }) => {
  const { db } = ctx.database
  const { people, asked } = await samples[kind](ctx, db, me.id)
  const { nameFirst } = await getMember(db, me.id)
  const awaiting = (await readTurnedOn(db, kind)) === null
  if (asked.length === 0) return { awaiting, people, email: null }
  const mail = { userId: me.id, email: me.email, nameFirst, createdAt: nowAsText(ctx), asked }
  const words = emailWords(kind, clubOf(ctx), { ...mail, token: null, news: null, told: null })
  const { subject, greeting, title, lines, after, why } = words
  const email: EmailPreview['email'] = {
    ...{ subject, greeting, title, lines, after, why },
    asks: (words.asks ?? []).map(({ replies, calendar, ...rest }) => ({
      title: rest.title,
      facts: rest.facts.map(({ label, value }) => ({ label, value })),
      replies: replies.map(({ label }) => label),
      calendar: calendar.label,
    })),
    button: words.button.label,
    stop: words.stop?.label ?? '',
  }
  return { awaiting, people, email }
})

/** Without secrets, as the preview leaves out where links lead. */
function clubOf({ club, baseUrl }: AppContext) {
  const none = () => ''
  const { name, timeZone } = club
  return {
    ...{ name, timeZone, baseUrl, carpoolMeetup: null },
    ...{ replyToken: none, stopToken: none, linkCode: none, stopCode: none },
  }
}

const turnOn = signedInProcedure.emailPreviews.turnOn.handler(
  async ({ input: { kind }, context: { ctx, me, now, write, requestId } }) =>
    write(async (tx, announce) => {
      const { numUpdatedRows } = await tx
        .updateTable('awaitingPreview')
        .set({ turnedOnAt: now() })
        .where('kind', '=', kind)
        .where('turnedOnAt', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return {}
      await saveAudit(tx, ctx, { actor: me.id, action: 'setting.turn-on', target: kind, requestId })
      announce('club', 'practices')
      return {}
    }),
)

export const emailPreviews = { get, turnOn }
