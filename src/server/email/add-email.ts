import { randomUUID } from 'node:crypto'
import type { Clock } from '#server/clock.ts'
import type { Secrets } from '#server/crypto/secrets.ts'
import type { Tx } from '#server/db/database.ts'
import type { AccountMailKind, OfficerMailKind } from './templates.ts'

export type EmailContext = { clock: Clock; secrets: Secrets }
/** `token`: the secret of the email's link; for emails to officers, the ID of the member it is about. */
export type NewEmail = { kind: AccountMailKind | OfficerMailKind; userId: string; token?: string }

/** Adds an email to the outbox in the caller's transaction. */
export async function addEmail(tx: Tx, { clock, secrets }: EmailContext, mail: NewEmail) {
  const now = new Date(clock.now()).toISOString()
  await tx
    .insertInto('mailOutbox')
    .values({
      id: randomUUID(),
      kind: mail.kind,
      userId: mail.userId,
      sealed: mail.token === undefined ? null : secrets.seal(mail.token),
      practiceId: null,
      before: null,
      subscriptionId: null,
      createdAt: now,
      nextTryAt: now,
      claimedAt: null,
      sentAt: null,
      failedAt: null,
      lastError: null,
    })
    .execute()
}
