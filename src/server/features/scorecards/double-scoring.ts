import { randomInt } from 'node:crypto'
import type { Topic } from '#domain/live-topics.ts'
import {
  codeLength,
  codeLetters,
  decideJoin,
  inviteMinutes,
  type JoinRefusal,
  readCode,
} from '#domain/scorecards/double-scoring.ts'
import { cardRefusals } from '#domain/text/scorecard-messages.ts'
import { missing, notFound, refuse } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { lockMember } from '#server/queries/members.ts'
import { findAnyCard, findCard, findInvited, findName } from './queries.ts'

type Keepers = { memberId: string; secondId: string | null }

export function mayKeep({ memberId, secondId }: Keepers, me: string) {
  return memberId === me || secondId === me
}

/** Announces a change to the archer and the second scorer. */
export function announceTo({ memberId, secondId }: Keepers, announce: (topic: Topic) => void) {
  announce(`cards:${memberId}`)
  if (secondId !== null) announce(`cards:${secondId}`)
}

export const invite = signedInProcedure.scorecard.invite.handler(async ({ input, context: { me, now, ctx, write } }) =>
  write(async (tx) => {
    await lockMember(tx, me.id)
    const card = (await findCard(tx, input.cardId, me.id)) ?? missing()
    if (card.secondId !== null) throw refused('has-second')
    if (card.inviteCode !== null && card.inviteUntil !== null && card.inviteUntil > now())
      return { code: card.inviteCode, until: card.inviteUntil }
    const code = newCode()
    const until = new Date(ctx.clock.now() + inviteMinutes * 60_000).toISOString()
    await tx.updateTable('scorecard').set({ inviteCode: code, inviteUntil: until }).where('id', '=', card.id).execute()
    return { code, until }
  }),
)

export const part = signedInProcedure.scorecard.part.handler(async ({ input, context: { me, write } }) =>
  write(async (tx, announce) => {
    await lockMember(tx, me.id)
    const card = await findAnyCard(tx, input.cardId)
    if (card === undefined || !mayKeep(card, me.id)) throw notFound()
    if (card.secondId === null) return {}
    const none = { secondId: null, inviteCode: null, inviteUntil: null }
    await tx.updateTable('scorecard').set(none).where('id', '=', card.id).execute()
    announceTo(card, announce)
    return {}
  }),
)

const get = signedInProcedure.scorecardInvitation.get.handler(async ({ input, context: { ctx, me, now } }) => {
  const { db } = ctx.database
  const { card } = letIn(await findInvited(db, readCode(input.code) ?? ''), me.id, now())
  return { archer: await findName(db, card.memberId), setup: card.setup, startedAt: card.startedAt }
})

const accept = signedInProcedure.scorecardInvitation.accept.handler(async ({ input, context: { me, now, write } }) =>
  write(async (tx, announce) => {
    await lockMember(tx, me.id)
    const { card, outcome } = letIn(await findInvited(tx, readCode(input.code) ?? '', true), me.id, now())
    if (outcome === 'joined') {
      await tx.updateTable('scorecard').set({ secondId: me.id }).where('id', '=', card.id).execute()
      announceTo({ ...card, secondId: me.id }, announce)
    }
    return { cardId: card.id }
  }),
)

function letIn(card: Awaited<ReturnType<typeof findInvited>>, me: string, now: string) {
  const decision = decideJoin({ card, me, now })
  if (card === undefined) throw refused('code-unknown')
  if (decision.outcome === 'refused') throw refused(decision.reason)
  return { card, outcome: decision.outcome }
}

function newCode() {
  return Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join('')
}

function refused(reason: JoinRefusal) {
  return refuse(reason, cardRefusals[reason])
}

export const scorecardInvitation = { get, accept }
