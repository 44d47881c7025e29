import { mailboxOf } from '#domain/email.ts'
import { causes } from '#domain/ledger.ts'
import { checkProfile, decideWelcome, type ProfileDraft } from '#domain/profile.ts'
import { fieldSentences, memberMessages, welcomeRefusals } from '#domain/text/member-messages.ts'
import type { AppContext } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Truth } from '#server/db/schema.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { appendLedger } from '#server/features/ledger/ledger.ts'
import { refuse, refuseFields } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { lockMember } from '#server/queries/members.ts'
import { claimPreRegistrations, lockListedPractices } from './claim-records.ts'

const get = signedInProcedure.welcome.get.handler(async ({ context: { ctx, me } }) => ({
  draft: await findDraft(ctx.database.db, me.id),
  today: ctx.days.today(ctx.clock.now()),
}))

const saveDraft = signedInProcedure.welcome.saveDraft.handler(async ({ input, context: { me, now, write } }) =>
  write(async (tx) => {
    requireOpen(await lockMember(tx, me.id))
    const draft = JSON.stringify({ ...(await findDraft(tx, me.id)), ...input })
    await tx
      .insertInto('profileDraft')
      .values({ memberId: me.id, draft, updatedAt: now() })
      .onConflict((conflict) => conflict.column('memberId').doUpdateSet({ draft, updatedAt: now() }))
      .execute()
    return {}
  }),
)

/**
 * Finishes the wizard, once per member: profile, welcome grant and claims in one transaction. If a field is missing, nothing is
 * written, and the saved draft stays.
 */
const finish = signedInProcedure.welcome.finish.handler(
  async ({ input, context: { ctx, me, now, write, requestId } }) => {
    const checked = checkProfile(input, ctx.days.today(ctx.clock.now()))
    if (checked.outcome === 'incomplete') {
      const fields = Object.assign({}, ...checked.problems.map((problem) => fieldSentences(problem.fields)))
      throw refuseFields(fields, memberMessages.wizardRequired)
    }
    return write(async (tx, announce) => {
      await lockListedPractices(tx, me.email)
      requireOpen(await lockMember(tx, me.id))
      const { pronouns, hasCar, rm01Completed, ...rest } = checked.profile
      await tx
        .updateTable('member')
        .set({
          ...rest,
          hasCar: hasCar ? 1 : 0,
          rm01Completed: rm01Completed ? 1 : 0,
          pronouns: JSON.stringify(pronouns),
          hasLoggedIn: 1,
        })
        .where('id', '=', me.id)
        .execute()
      await tx.deleteFrom('profileDraft').where('memberId', '=', me.id).execute()
      const facts = { memberId: me.id, email: me.email, now: now(), requestId }
      const dayPasses = await grantWelcome(tx, ctx, facts)
      const claimed = await claimPreRegistrations(tx, ctx, facts)
      announce(`member:${me.id}`, 'members')
      if (claimed.practices > 0) announce('live', 'practices')
      return { dayPasses, claimed }
    })
  },
)

async function findDraft(db: Db | Tx, memberId: string): Promise<ProfileDraft> {
  const row = await db.selectFrom('profileDraft').select('draft').where('memberId', '=', memberId).executeTakeFirst()
  return row ? (JSON.parse(row.draft) as ProfileDraft) : {}
}

function requireOpen(member: { hasLoggedIn: Truth }) {
  const decision = decideWelcome({ hasLoggedIn: member.hasLoggedIn === 1 })
  if (decision.outcome === 'refused') throw refuse(decision.reason, welcomeRefusals[decision.reason])
}

export const welcome = { get, saveDraft, finish }

type WelcomeGrantInput = { memberId: string; email: string; now: string; requestId: string }

/**
 * Grants the welcome passes, only once ever per mailbox: signing up again or with a +tag grants nothing (T38). Only a keyed hash
 * of the mailbox is stored.
 * @returns the number of day passes granted
 */
export async function grantWelcome(tx: Tx, ctx: AppContext, facts: WelcomeGrantInput) {
  const granted = await tx
    .insertInto('mailboxGrant')
    .values({ mailboxHash: ctx.secrets.hashAddress(mailboxOf(facts.email)), grantedAt: facts.now })
    .onConflict((conflict) => conflict.column('mailboxHash').doNothing())
    .executeTakeFirst()
  if (granted.numInsertedOrUpdatedRows !== 1n) return 0
  const { dayPasses, paidPractices } = ctx.club.welcome
  const entry = { memberId: facts.memberId, cause: causes.welcome, why: 'Welcome to the club', actor: 'system' }
  if (dayPasses > 0) await appendLedger(tx, ctx, { ...entry, currency: 'day-passes', amount: dayPasses })
  if (paidPractices > 0) await appendLedger(tx, ctx, { ...entry, currency: 'paid-practices', amount: paidPractices })
  if (dayPasses + paidPractices > 0)
    await saveAudit(tx, ctx, {
      actor: facts.memberId,
      action: 'member.welcome',
      target: facts.memberId,
      after: { dayPasses, paidPractices },
      requestId: facts.requestId,
    })
  return dayPasses
}
