import { randomUUID } from 'node:crypto'
import { arePushKeys, isPushEndpoint } from '#domain/notifications.ts'
import { deviceInWords } from '#domain/sessions.ts'
import { stopMessages } from '#domain/text/email-link-messages.ts'
import type { Tx } from '#server/db/database.ts'
import { notFound, refuse, refuseField } from '#server/http/errors.ts'
import { publicProcedure, signedInProcedure } from '#server/http/procedures.ts'
import { lockMember } from '#server/queries/members.ts'
import { unsubscribe } from './preferences.ts'
import { isOnCurve } from './push-sender.ts'

/** The button of the page that an unsubscribe link opens. */
const stop = publicProcedure.newsMails.stop.handler(async ({ input, context: { ctx, write } }) => {
  const news = await unsubscribe(ctx, write, input.token)
  if (news === null) throw refuse('link-unknown', stopMessages.linkUnknown)
  return { news }
})

export const newsMails = { stop }

/** Beyond this the oldest is removed: no one needs more, and each device costs a request per notification. */
const mostDevices = 10

const get = signedInProcedure.pushDevices.get.handler(async ({ context: { ctx, me } }) => {
  const rows = await ctx.database.db
    .selectFrom('pushSubscription')
    .select(['id', 'endpoint', 'userAgent', 'createdAt'])
    .where('memberId', '=', me.id)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
  const devices = rows.map(({ userAgent, createdAt, ...row }) => ({
    ...row,
    device: deviceInWords(userAgent),
    addedAt: createdAt,
  }))
  return { serverKey: ctx.secrets.pushKeys.publicKey, devices }
})

const add = signedInProcedure.pushDevices.add.handler(
  async ({ input, context: { ctx, me, now, write, userAgent } }) => {
    const { endpoint, keys } = input
    if (!isPushEndpoint(endpoint, ctx.pushService))
      throw refuseField('endpoint', 'This isn’t the address of a known push service.')
    if (!arePushKeys(keys) || !isOnCurve(keys.p256dh))
      throw refuseField('keys', 'These aren’t valid push subscription keys.')
    return write(async (tx, announce) => {
      await lockMember(tx, me.id)
      const own = {
        ...keys,
        memberId: me.id,
        serverKey: ctx.secrets.pushKeys.publicKey,
        sessionId: me.sessionId,
        userAgent,
      }
      const known = await tx
        .selectFrom('pushSubscription')
        .select(['id', 'memberId'])
        .where('endpoint', '=', endpoint)
        .executeTakeFirst()
      // When another member turns push on in the same browser, it drops the old subscription and gets a new endpoint
      // (web/features/notifications/push-subscription.ts).
      if (known && known.memberId !== me.id)
        throw refuseField('endpoint', 'This device already gets someone else’s notifications.')
      if (known) await tx.updateTable('pushSubscription').set(own).where('id', '=', known.id).execute()
      else {
        await tx
          .insertInto('pushSubscription')
          .values({ ...own, id: randomUUID(), endpoint, createdAt: now() })
          .execute()
        await forgetOldest(tx, me.id)
      }
      announce(`member:${me.id}`)
      return {}
    })
  },
)

async function forgetOldest(tx: Tx, memberId: string) {
  const rows = await tx
    .selectFrom('pushSubscription')
    .select('id')
    .where('memberId', '=', memberId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
  for (const { id } of rows.slice(mostDevices)) await tx.deleteFrom('pushSubscription').where('id', '=', id).execute()
}

/** Someone else's device gives NOT_FOUND too, so IDs can't be probed. */
const remove = signedInProcedure.pushDevices.remove.handler(async ({ input, context: { me, write } }) =>
  write(async (tx, announce) => {
    const { numDeletedRows } = await tx
      .deleteFrom('pushSubscription')
      .where('id', '=', input.deviceId)
      .where('memberId', '=', me.id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound()
    announce(`member:${me.id}`)
    return {}
  }),
)

export const pushDevices = { get, add, remove }
