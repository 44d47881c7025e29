import { carOf } from '#domain/profile.ts'
import { isLate, replyBy } from '#domain/reply-deadline.ts'
import { type ReplyLinkRefusal, refusalOfReplyLink } from '#domain/reply-links.ts'
import { decideRsvp } from '#domain/rsvp.ts'
import { rsvpRefusals } from '#domain/text/member-messages.ts'
import { replyMessages } from '#domain/text/reply-messages.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { MemberRow, PracticeRow } from '#server/db/schema.ts'
import { inClubZone, wholeTime } from '#server/email/compose-email.ts'
import { askAbout } from '#server/features/notifications/asked-practices.ts'
import { saveReply } from '#server/features/practices/save-reply.ts'
import { refuse } from '#server/http/errors.ts'
import { publicProcedure } from '#server/http/procedures.ts'
import { findMember, lockIfPresent } from '#server/queries/members.ts'
import { asPractice, findPractice, lockPractice } from '#server/queries/practices.ts'
import { readReplyToken } from './reply-token.ts'

/** Changes nothing. */
const open = publicProcedure.replyLinks.open.handler(async ({ input, context: { ctx } }) => {
  const { db } = ctx.database
  const { memberId, practiceId } = readReplyToken(ctx.secrets, input.token) ?? refuseLink('link-unknown')
  const now = nowAsText(ctx)
  const practice = usable(await findPractice(db, practiceId), now)
  const member = (await findMember(db, memberId)) ?? refuseLink('link-unknown')
  const { title, location } = practice
  const when = wholeTime({ ...practice, allDay: practice.allDay === 1 }, ctx.club.timeZone)
  const by = replyBy(practice, ctx.club.practices.replyDeadlineHours)
  return {
    nameFirst: member.nameFirst,
    replyBy: by === null ? null : inClubZone(Date.parse(by), ctx.club.timeZone),
    isLate: isLate(now, by),
    practice: { title, when, location, cancelled: practice.cancelledAt !== null },
    ...(await replyOf(db, ctx, practice, member)),
  }
})

/** Like `practices.answer`, for the member of the link. A driver's first car is saved in the same transaction. */
const answer = publicProcedure.replyLinks.answer.handler(async ({ input, context: { ctx, now, write } }) => {
  const { memberId, practiceId } = readReplyToken(ctx.secrets, input.token) ?? refuseLink('link-unknown')
  const saved = await write(async (tx, announce) => {
    const at = now()
    const practice = usable(await lockPractice(tx, practiceId), at)
    const member = (await lockIfPresent(tx, memberId)) ?? refuseLink('link-unknown')
    const { answer: reply, carCapacity } = input
    const newCar = reply === 'driver' && member.hasCar !== 1 && carCapacity !== undefined
    const hasCar = member.hasCar === 1 || newCar
    const decision = decideRsvp({ practice: asPractice(practice), answer: reply, hasCar, now: at })
    if (decision.outcome === 'refused') throw refuse(decision.reason, rsvpRefusals[decision.reason])
    if (newCar) await saveCar(tx, memberId, carCapacity)
    await saveReply(tx, announce, ctx, { practice, memberId, reply, at })
    if (newCar) announce('members')
    return replyOf(tx, ctx, practice, { id: memberId, hasCar: hasCar ? 1 : 0 })
  })
  ctx.outbox.wake()
  return saved
})

function saveCar(tx: Tx, memberId: string, carCapacity: number) {
  const { rm01Completed, ...car } = carOf({ hasCar: true, carCapacity, rm01Completed: false })
  return tx
    .updateTable('member')
    .set({ carCapacity: car.carCapacity, hasCar: 1, rm01Completed: rm01Completed ? 1 : 0 })
    .where('id', '=', memberId)
    .execute()
}

/** @throws ORPCError with the reason */
function usable(practice: PracticeRow | undefined, now: string) {
  if (!practice) return refuseLink('link-unknown')
  const refusal = refusalOfReplyLink(practice, now)
  return refusal === null ? practice : refuseLink(refusal)
}

function refuseLink(reason: ReplyLinkRefusal): never {
  throw refuse(reason, replyMessages.refusals[reason])
}

/** Holds no name, because the answer to a request is kept for its retries. */
async function replyOf(db: Db | Tx, ctx: AppContext, practice: PracticeRow, member: Pick<MemberRow, 'id' | 'hasCar'>) {
  const [asked] = await askAbout(db, member.id, [practice], ctx.club.practices.replyDeadlineHours)
  const { spotsLeft = null, waiting = 0, myReply = null, myPosition = null } = asked ?? {}
  return { spotsLeft, waiting, myAnswer: myReply, myPosition, hasCar: member.hasCar === 1 }
}

export const replyLinks = { open, answer }
