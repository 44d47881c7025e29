import { randomUUID } from 'node:crypto'
import { hashToken, newToken, type Secrets } from '#server/crypto/secrets.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** Campus mail servers may delay an email for hours, so a verification link is valid for a day. */
export const verifyLinkHours = 24

export const resetLinkMinutes = 60

export const linkKinds = ['verify', 'reset'] as const
export type LinkKind = (typeof linkKinds)[number]

const lifeMs: Record<LinkKind, number> = { verify: verifyLinkHours * 3_600_000, reset: resetLinkMinutes * 60_000 }

/** The database key of a link: its kind and the hash of its token. */
export function identifierOf(kind: LinkKind, token: string) {
  return `${kind}:${hashToken(token)}`
}

/** The code in the same email as a link, derived from the link's identifier so that it is never stored and ends with the link. */
export function linkCode(secrets: Pick<Secrets, 'mailCode'>, identifier: string) {
  return secrets.mailCode(identifier)
}

/** Finds the link by the token in its email, or by the sealed token that its code was exchanged for (`linkToken`). */
export async function findLink(db: Db | Tx, secrets: Pick<Secrets, 'unsealLink'>, kind: LinkKind, token: string) {
  const links = db.selectFrom('verification').select(['id', 'value as userId', 'expiresAt'])
  const mailed = await links.where('identifier', '=', identifierOf(kind, token)).executeTakeFirst()
  const id = mailed ? null : readLinkToken(secrets, token)
  if (id === null) return mailed
  return links.where('id', '=', id).where('identifier', 'like', `${kind}:%`).executeTakeFirst()
}

/** The token that a correct code is exchanged for; equivalent to the link, and valid as long. */
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

/** Creates a link and deletes older ones of its kind. @returns the token, which only the email may contain */
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

/** Deletes a link, so that it works once. @returns false if it doesn't exist or a concurrent request used it */
export async function consumeLink(tx: Tx, linkId: string) {
  const { numDeletedRows } = await tx.deleteFrom('verification').where('id', '=', linkId).executeTakeFirst()
  return numDeletedRows === 1n
}

/** Invalidates the code of a link but not the link, marked by an `updatedAt` later than `createdAt`. */
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
