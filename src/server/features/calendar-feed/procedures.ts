import type { AppContext } from '#server/context.ts'
import { newToken } from '#server/crypto/secrets.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { findFeed } from './queries.ts'

const get = signedInProcedure.calendarFeed.get.handler(async ({ context: { ctx, me } }) => {
  const row = await findFeed(ctx.database.db, me.id)
  if (!row || isOver(ctx, row)) return { feed: null, wasReset: row !== undefined }
  const token = ctx.secrets.feedToken(me.id, row.nonce)
  return { feed: { url: `${ctx.baseUrl}/calendar/${token}.ics`, createdAt: row.createdAt }, wasReset: false }
})

const create = signedInProcedure.calendarFeed.create.handler(async ({ context: { ctx, me, now, write } }) =>
  write(async (tx, announce) => {
    const row = await findFeed(tx, me.id)
    if (row && isOver(ctx, row)) await tx.deleteFrom('feedToken').where('tokenHash', '=', row.tokenHash).execute()
    await tx
      .insertInto('feedToken')
      .values({ memberId: me.id, ...newLink(ctx, me.id), createdAt: now() })
      .onConflict((conflict) => conflict.column('memberId').doNothing())
      .execute()
    announce(`member:${me.id}`)
    return {}
  }),
)

const renew = signedInProcedure.calendarFeed.renew.handler(async ({ context: { ctx, me, now, write } }) =>
  write(async (tx, announce) => {
    const link = { ...newLink(ctx, me.id), createdAt: now() }
    await tx
      .insertInto('feedToken')
      .values({ memberId: me.id, ...link })
      .onConflict((conflict) => conflict.column('memberId').doUpdateSet(link))
      .execute()
    announce(`member:${me.id}`)
    return {}
  }),
)

const remove = signedInProcedure.calendarFeed.remove.handler(async ({ context: { me, write } }) =>
  write(async (tx, announce) => {
    await tx.deleteFrom('feedToken').where('memberId', '=', me.id).execute()
    announce(`member:${me.id}`)
    return {}
  }),
)

/** Whether the link was reset or made under another AUTH_SECRET, so that it doesn't work any longer. */
function isOver({ secrets }: AppContext, row: { memberId: string; nonce: string; tokenHash: string }) {
  return secrets.hashFeedToken(secrets.feedToken(row.memberId, row.nonce)) !== row.tokenHash
}

/** Stores only a nonce and the token's keyed hash: without AUTH_SECRET, neither reveals the token. */
function newLink({ secrets }: AppContext, memberId: string) {
  const nonce = newToken()
  return { nonce, tokenHash: secrets.hashFeedToken(secrets.feedToken(memberId, nonce)) }
}

export const calendarFeed = { get, create, renew, remove }
