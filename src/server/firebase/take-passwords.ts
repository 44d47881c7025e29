import type { HashConfig } from '#domain/firebase/hash-config.ts'
import type { Db } from '../db/database.ts'
import { inPortions } from '../db/portions.ts'
import { fromStandardScrypt, oldPassword, readOldPassword } from '../identity/old-passwords.ts'
import type { Parts } from '../parts.ts'
import { factOf, findTaken } from './facts.ts'
import type { Person } from './former-people.ts'

type Change = { memberId: string; from: string; to: string; verified: boolean }

/** What is stored of somebody's old password; null where it is of no use, or there is none. */
export function storedPassword({ password }: Pick<Person, 'password'>, hashConfig: HashConfig | null) {
  if (password === null) return null
  return fromStandardScrypt(password) ?? (hashConfig && oldPassword({ ...hashConfig, ...password }))
}

/**
 * Those who were taken over before, without a password or with other parameters than are known now, and have not signed in
 * since: a file that was forgotten, or copied wrong, is put right by the next import.
 */
export async function planPasswords(db: Db, people: Person[], hashConfig: HashConfig | null): Promise<Change[]> {
  const taken = await findTaken(
    db,
    people.map(({ uid }) => factOf.user(uid)),
  )
  const wanted = new Map<string, { person: Person; to: string; placeholder: string | null }>()
  for (const person of people) {
    const before = taken.get(factOf.user(person.uid))
    const to = storedPassword(person, hashConfig)
    if (!before?.memberId || to === null || person.disabled) continue
    const { placeholder = null } = before.value as { placeholder?: string | null }
    wanted.set(before.memberId, { person, to, placeholder })
  }
  const changes: Change[] = []
  for (const portion of inPortions([...wanted.keys()])) {
    const rows = await db
      .selectFrom('account')
      .innerJoin('member', 'member.id', 'account.userId')
      .select(['userId', 'password'])
      .where('userId', 'in', portion)
      .where('providerId', '=', 'credential')
      .where('removedAt', 'is', null)
      .execute()
    for (const { userId: memberId, password: from } of rows) {
      const { person, to, placeholder } = wanted.get(memberId) ?? {}
      if (!person || !to || from === null || from === to) continue
      if (from === placeholder || isSameHash(from, to)) changes.push({ memberId, from, to, verified: person.verified })
    }
  }
  return changes
}

function isSameHash(one: string, other: string) {
  const [before, after] = [readOldPassword(one), readOldPassword(other)]
  return before !== null && after !== null && before.salt === after.salt && before.hash === after.hash
}

/** @returns how many */
export async function takePasswords(parts: Pick<Parts, 'write'>, changes: Change[]) {
  return parts.write(async (tx) => {
    let changed = 0
    for (const { memberId, from, to, verified } of changes) {
      // Whoever has chosen a new one meanwhile keeps it.
      const done = await tx
        .updateTable('account')
        .set({ password: to })
        .where('userId', '=', memberId)
        .where('password', '=', from)
        .executeTakeFirst()
      if (done.numUpdatedRows === 0n) continue
      changed += 1
      if (verified) await tx.updateTable('user').set({ emailVerified: 1 }).where('id', '=', memberId).execute()
    }
    return changed
  })
}
