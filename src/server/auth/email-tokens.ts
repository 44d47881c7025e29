import { randomUUID } from 'node:crypto'
import { hashToken, newToken, type Secrets } from '#server/crypto/secrets.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** How long the links live: campus mail may be held back, so verification has a day. */
export const verifyLinkHours = 24

export const resetLinkMinutes = 60

export const linkKinds = ['verify', 'reset'] as const
export type LinkKind = (typeof linkKinds)[number]

const lifeMs: Record<LinkKind, number> = { verify: verifyLinkHours * 3_600_000, reset: resetLinkMinutes * 60_000 }

/** Under what a link is stored: its kind and the hash of its token (D12). */
export function identifierOf(kind: LinkKind, token: string) {
  return `${kind}:${hashToken(token)}`
}

/** The code beside a link in its mail: it comes and goes with the link, of which only this is stored. */
export function linkCode(secrets: Pick<Secrets, 'mailCode'>, identifier: string) {
  return secrets.mailCode(identifier)
}

/** The link of a token: of the mail's own, or of what its code was exchanged for. */
export async function findLink(db: Db | Tx, secrets: Pick<Secrets, 'unsealLink'>, kind: LinkKind, token: string) {
  const links = db.selectFrom('verification').select(['id', 'value as userId', 'expiresAt'])
  const mailed = await links.where('identifier', '=', identifierOf(kind, token)).executeTakeFirst()
  const id = mailed ? null : readLinkToken(secrets, token)
  if (id === null) return mailed
  return links.where('id', '=', id).where('identifier', 'like', `${kind}:%`).executeTakeFirst()
}

/** What a right code is exchanged for. It opens what the link opens, for as long as that does. */
export function linkToken(secrets: Pick<Secrets, 'sealLink'>, linkId: string) {
  return secrets.sealLink(linkId)
}

function readLinkToken(secrets: Pick<Secrets, 'unsealLink'>, token: string) {
  try {
    return secrets.unsealLink(token)
  } catch {
    return null
  }
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

/** The code beside a link is good no more, and the link is: that the row was changed after it was made says so. */
export async function voidCode(tx: Tx, kind: LinkKind, userId: string, nowMs: number) {
  await tx
    .updateTable('verification')
    .set({ updatedAt: new Date(nowMs).toISOString() })
    .where('value', '=', userId)
    .where('identifier', 'like', `${kind}:%`)
    .execute()
}

export async function deleteLinks(tx: Tx, userId: string, kinds: readonly LinkKind[]) {
  for (const kind of kinds)
    await tx.deleteFrom('verification').where('value', '=', userId).where('identifier', 'like', `${kind}:%`).execute()
}
