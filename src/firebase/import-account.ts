import { mailboxOf } from '#domain/email.ts'
import { effectivePass } from '#domain/passes.ts'
import { createAccount, setPassword } from '#server/auth/accounts.ts'
import { deleteLinks, linkKinds } from '#server/auth/email-tokens.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { MemberRow } from '#server/db/schema.ts'
import { addressOfRemoved } from '#server/features/members/erase.ts'
import { lockRoleHolder } from '#server/features/members/queries.ts'
import type { HashConfig } from './documents/hash-config.ts'
import { storedPassword } from './import-passwords.ts'
import type { PersonPlan } from './plan-people.ts'
import type { Person } from './source-people.ts'

type Facts = { hashConfig: HashConfig | null; noPassword: string }

/** The account and what its owner told the club. Of who has an account here, what they have said here stands. */
export async function importAccount(tx: Tx, ctx: AppContext, { person, outcome, memberId }: PersonPlan, facts: Facts) {
  const now = nowAsText(ctx)
  const { email, verified, user, createdAt } = person
  const passwordHash = storedPassword(person, facts.hashConfig) ?? facts.noPassword
  if (outcome === 'new') {
    await createAccount(tx, { id: memberId, email, passwordHash, now: createdAt ?? now })
    await tx
      .updateTable('user')
      .set({ emailVerified: verified ? 1 : 0 })
      .where('id', '=', memberId)
      .execute()
  }
  const row = await lockRoleHolder(tx, memberId)
  if (!row) throw new Error('an imported member has no record')
  // A sign-up that waits: nobody has proved here that the address is theirs, and there somebody had.
  if (outcome === 'joins' && row.emailVerified === 0 && verified && !person.disabled) {
    await setPassword(tx, ctx, memberId, passwordHash)
    await tx.updateTable('user').set({ emailVerified: 1 }).where('id', '=', memberId).execute()
    await deleteLinks(tx, memberId, linkKinds)
  }
  const role = person.role === 'Officer' ? person.role : row.role
  const pass = row.pass === 'none' ? { pass: user.pass, passUsedAt: user.passUsedAt } : {}
  const gone = person.disabled && outcome === 'new' ? await leaveOut(tx, person, { memberId, now }) : {}
  await tx
    .updateTable('member')
    .set({ role, ...pass, ...gone })
    .where('id', '=', memberId)
    .execute()
  await importProfile(tx, ctx, { person, memberId, email })
  const held = { pass: row.pass, passUsedAt: row.passUsedAt, ...pass }
  return { role, pass: effectivePass(held, ctx.days.startOfToday(ctx.clock.now())) }
}

/** What they told the club there, unless they have told it here; and that they have had the welcome. */
export async function importProfile(
  tx: Tx,
  ctx: AppContext,
  { person, memberId, email }: Pick<PersonPlan, 'person' | 'memberId' | 'email'>,
) {
  await tx
    .updateTable('member')
    .set(profileOf(person))
    .where('id', '=', memberId)
    .where('hasLoggedIn', '=', 0)
    .execute()
  if (!person.user.hasLoggedIn) return
  await tx.deleteFrom('profileDraft').where('memberId', '=', memberId).execute()
  // They have had the welcome there (D18).
  await tx
    .insertInto('mailboxGrant')
    .values({ mailboxHash: ctx.secrets.hashAddress(mailboxOf(email)), grantedAt: nowAsText(ctx) })
    .onConflict((conflict) => conflict.column('mailboxHash').doNothing())
    .execute()
}

function profileOf({ user }: Person): Partial<MemberRow> {
  const { nameFirst, nameLast, birthday, bowType, personalEquipment, carCapacity } = user
  return {
    ...{ nameFirst, nameLast, birthday, bowType, personalEquipment, carCapacity },
    hasLoggedIn: user.hasLoggedIn ? 1 : 0,
    hasCar: user.hasCar ? 1 : 0,
    rm01Completed: user.rm01Completed ? 1 : 0,
    pronouns: JSON.stringify(user.pronouns),
  }
}

/** Somebody who was not let in any more is as one whom an officer has removed (D39). */
async function leaveOut(tx: Tx, { email }: Person, { memberId, now }: { memberId: string; now: string }) {
  await tx
    .updateTable('user')
    .set({ email: addressOfRemoved(memberId) })
    .where('id', '=', memberId)
    .execute()
  return { removedAt: now, removedEmail: email }
}
