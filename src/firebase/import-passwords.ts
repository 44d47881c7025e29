import type { HashConfig } from '#firebase/documents/account-document.ts'
import { deleteLinks, linkKinds } from '#server/auth/email-tokens.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import { fromStandardScrypt, isOldPassword, oldPassword, readOldPassword } from '#server/crypto/passwords.ts'
import { chunk, type Db, type Tx } from '#server/db/database.ts'
import { lockRoleHolder } from '#server/queries/members.ts'
import { factOf, findTaken, noteChanged } from './imported-facts.ts'
import type { PersonBefore } from './plan-people.ts'
import type { Person } from './source-people.ts'

type Change = { memberId: string; fact: string; from: string; to: string; verified: boolean }
type Secrets = Pick<AppContext['secrets'], 'fingerprint'>

/** What is stored of somebody's old password; null where it is of no use, or there is none. */
export function storedPassword({ password }: Pick<Person, 'password'>, hashConfig: HashConfig | null) {
  if (password === null) return null
  return fromStandardScrypt(password) ?? (hashConfig && oldPassword({ ...hashConfig, ...password }))
}

/**
 * Those who were taken over before and have not signed in here since, where this export has another password, other
 * parameters, or has the address verified: what was forgotten, copied wrong or changed there comes by the next import.
 */
export async function planPasswords(
  db: Db,
  secrets: Secrets,
  people: Person[],
  hashConfig: HashConfig | null,
): Promise<Change[]> {
  const taken = await findTaken(
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
      // Who signed up here with an address that nobody has proved theirs, was somebody else for all that is known.
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

/** Chosen there since; not one that an export has replaced already. */
function isNewer(secrets: Secrets, from: string, to: string, before: PersonBefore | undefined) {
  return isOldPassword(from) && isOldPassword(to) && !before?.replaced?.includes(markOf(secrets, to))
}

/** By which a password is known again, whatever its parameters; nobody can try it by this. */
function markOf(secrets: Secrets, password: string) {
  const { salt, hash } = readOldPassword(password) ?? {}
  return secrets.fingerprint(`${salt} ${hash}`)
}

/** @returns how many */
export async function importPasswords(ctx: Pick<AppContext, 'write' | 'secrets' | 'clock'>, changes: Change[]) {
  return ctx.write(async (tx) => {
    let changed = 0
    for (const { memberId, fact, from, to, verified } of changes) {
      const row = await lockRoleHolder(tx, memberId)
      if (!row || (verified && row.emailVerified === 1)) continue
      // Whoever has chosen a new one meanwhile keeps it.
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
  const before = (await findTaken(tx, [fact])).get(fact)?.value as PersonBefore
  const replaced = [...(before.replaced ?? []), markOf(ctx.secrets, password)]
  await noteChanged(tx, nowAsText(ctx), before, { fact, value: { ...before, replaced } satisfies PersonBefore })
}
