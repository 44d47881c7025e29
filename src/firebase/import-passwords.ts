import type { HashConfig } from '#firebase/documents/account-document.ts'
import { deleteLinks, linkKinds } from '#server/auth/email-tokens.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import { fromStandardScrypt, isOldPassword, oldPassword, readOldPassword } from '#server/crypto/passwords.ts'
import { chunk, type Db, type Tx } from '#server/db/database.ts'
import { lockRoleHolder } from '#server/queries/members.ts'
import { factOf, findImported, updateImported } from './import-record.ts'
import type { PersonBefore } from './plan-people.ts'
import type { Person } from './source-people.ts'

type Change = { memberId: string; fact: string; from: string; to: string; verified: boolean }
type Secrets = Pick<AppContext['secrets'], 'fingerprint'>

/** The stored form of a password from the old app; null if there is none, or if the hash parameters are missing. */
export function storedPassword({ password }: Pick<Person, 'password'>, hashConfig: HashConfig | null) {
  if (password === null) return null
  return fromStandardScrypt(password) ?? (hashConfig && oldPassword({ ...hashConfig, ...password }))
}

/**
 * Finds imported members who haven't signed in here yet and whose password, hash parameters, or email verification
 * differ in this export. So a mistake in an earlier import, or a change made there since, is corrected by the next
 * import.
 */
export async function planPasswords(
  db: Db,
  secrets: Secrets,
  people: Person[],
  hashConfig: HashConfig | null,
): Promise<Change[]> {
  const taken = await findImported(
    db,
    people.map(({ uid }) => factOf.user(uid)),
  )
  const wanted = new Map<string, { person: Person; to: string; before: PersonBefore }>()
  for (const person of people) {
    const known = taken.get(factOf.user(person.uid))
    const to = storedPassword(person, hashConfig)
    if (!known?.memberId || to === null || person.disabled) continue
    wanted.set(known.memberId, { person, to, before: known.value as PersonBefore })
  }
  const changes: Change[] = []
  for (const portion of chunk([...wanted.keys()])) {
    const rows = await db
      .selectFrom('account')
      .innerJoin('member', 'member.id', 'account.userId')
      .innerJoin('user', 'user.id', 'account.userId')
      .select(['userId', 'password', 'email', 'emailVerified'])
      .where('userId', 'in', portion)
      .where('providerId', '=', 'credential')
      .where('removedAt', 'is', null)
      .execute()
    for (const { userId: memberId, password: from, email, emailVerified } of rows) {
      const { person, to, before } = wanted.get(memberId) ?? {}
      if (!person || !to || from === null) continue
      const verifies = person.verified && person.email === email && emailVerified === 0
      const changed = from === before?.placeholder || isSameHash(from, to) || isNewer(secrets, from, to, before)
      // If the address was never verified here, someone else may have chosen the password here; use the one of its
      // verified owner.
      if (from === to ? verifies && isOldPassword(from) : changed || (verifies && !isOldPassword(from)))
        changes.push({ memberId, fact: factOf.user(person.uid), from, to, verified: verifies })
    }
  }
  return changes
}

function isSameHash(one: string, other: string) {
  const [before, after] = [readOldPassword(one), readOldPassword(other)]
  return before !== null && after !== null && before.salt === after.salt && before.hash === after.hash
}

/** Whether the password was changed in the old app since; false for one that a later export has already replaced. */
function isNewer(secrets: Secrets, from: string, to: string, before: PersonBefore | undefined) {
  return isOldPassword(from) && isOldPassword(to) && !before?.replaced?.includes(markOf(secrets, to))
}

/** A keyed fingerprint that identifies a password regardless of its hash parameters, and can't be used to guess it. */
function markOf(secrets: Secrets, password: string) {
  const { salt, hash } = readOldPassword(password) ?? {}
  return secrets.fingerprint(`${salt} ${hash}`)
}

/** Returns how many passwords changed. */
export async function importPasswords(ctx: Pick<AppContext, 'write' | 'secrets' | 'clock'>, changes: Change[]) {
  return ctx.write(async (tx) => {
    let changed = 0
    for (const { memberId, fact, from, to, verified } of changes) {
      const row = await lockRoleHolder(tx, memberId)
      if (!row || (verified && row.emailVerified === 1)) continue
      // Compare-and-swap: a password that was changed in the meantime stays.
      const done = await tx
        .updateTable('account')
        .set({ password: to })
        .where('userId', '=', memberId)
        .where('password', '=', from)
        .executeTakeFirst()
      if (done.numUpdatedRows === 0n) continue
      changed += 1
      if (verified) {
        await tx.updateTable('user').set({ emailVerified: 1 }).where('id', '=', memberId).execute()
        await deleteLinks(tx, memberId, linkKinds)
      }
      if (isOldPassword(from) && from !== to && !isSameHash(from, to)) await noteReplaced(tx, ctx, fact, from)
    }
    return changed
  })
}

async function noteReplaced(tx: Tx, ctx: Pick<AppContext, 'secrets' | 'clock'>, fact: string, password: string) {
  const before = (await findImported(tx, [fact])).get(fact)?.value as PersonBefore
  const replaced = [...(before.replaced ?? []), markOf(ctx.secrets, password)]
  await updateImported(tx, nowAsText(ctx), before, { fact, value: { ...before, replaced } satisfies PersonBefore })
}
