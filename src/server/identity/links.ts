import { randomUUID } from 'node:crypto'
import type { Tx } from '../db/database.ts'
import { resetLinkMinutes, verifyLinkHours } from '../mail/words.ts'
import { hashToken, newToken } from './secrets.ts'

export const linkKinds = ['verify', 'reset'] as const
export type LinkKind = (typeof linkKinds)[number]

const lifeMs: Record<LinkKind, number> = { verify: verifyLinkHours * 3_600_000, reset: resetLinkMinutes * 60_000 }

/** Under what a link is stored: its kind and the hash of its token (D12). */
export function identifierOf(kind: LinkKind, token: string) {
  return `${kind}:${hashToken(token)}`
}

/** A new link for a person; older ones of the same kind stop working. @returns the token, for the mail alone */
export async function newLink(tx: Tx, kind: LinkKind, userId: string, nowMs: number) {
  await deleteLinks(tx, userId, [kind])
  const token = newToken()
  const now = new Date(nowMs).toISOString()
  await tx
    .insertInto('verification')
    .values({
      id: randomUUID(),
      identifier: identifierOf(kind, token),
      value: userId,
      expiresAt: new Date(nowMs + lifeMs[kind]).toISOString(),
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  return token
}

/** Uses a link up. @returns false when somebody else was faster, or it never was */
export async function consumeLink(tx: Tx, linkId: string) {
  const { numDeletedRows } = await tx.deleteFrom('verification').where('id', '=', linkId).executeTakeFirst()
  return numDeletedRows === 1n
}

export async function deleteLinks(tx: Tx, userId: string, kinds: readonly LinkKind[]) {
  for (const kind of kinds)
    await tx.deleteFrom('verification').where('value', '=', userId).where('identifier', 'like', `${kind}:%`).execute()
}
