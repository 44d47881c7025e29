import { randomUUID } from 'node:crypto'
import { decideLeave, findByName, kioskReason } from '#domain/kiosk.ts'
import { displayName, formerMember } from '#domain/names.ts'
import { effectivePass } from '#domain/passes.ts'
import { pictureIdOf } from '#domain/photos.ts'
import { isLive } from '#domain/practices.ts'
import { decideScan } from '#domain/scans.ts'
import { kioskMessages } from '#domain/text/kiosk-messages.ts'
import { endSession } from '#server/auth/accounts.ts'
import { type Kiosk, kiosksOfOfficers } from '#server/auth/kiosks.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import { hashToken, isSame, newToken } from '#server/crypto/secrets.ts'
import type { Tx } from '#server/db/database.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { readPicture } from '#server/features/photos/stored-photos.ts'
import { missing, refuse, refuseField, signedOut } from '#server/http/errors.ts'
import { kioskProcedure, signedInProcedure } from '#server/http/procedures.ts'
import { findAttendance, saveCheckIns } from '#server/queries/attendance.ts'
import { lockIfPresent, lockOfficer } from '#server/queries/members.ts'
import { asPractice, findPractice, lockPractice } from '#server/queries/practices.ts'
import { findScannable, listScannableNames } from '#server/queries/scannable.ts'

const list = signedInProcedure.kiosks.get.handler(async ({ input, context: { ctx } }) => {
  const { db } = ctx.database
  const practice = (await findPractice(db, input.practiceId)) ?? missing()
  if (!isLive(asPractice(practice), nowAsText(ctx))) return { kiosks: [] }
  const rows = await kiosksOfOfficers(db)
    .select(['kiosk.id', 'kiosk.startedAt', 'member.nameFirst', 'member.nameLast'])
    .where('practiceId', '=', practice.id)
    .orderBy('kiosk.startedAt')
    .orderBy('kiosk.id')
    .execute()
  return {
    kiosks: rows.map((row) => ({ id: row.id, startedAt: row.startedAt, startedBy: displayName(row) || formerMember })),
  }
})

/** The cookie stays a day longer than planned, for a practice that is moved. The server decides with each request. */
const cookieAfterEndMs = 86_400_000

/** If the response is lost, the device is logged out: officers then end this kiosk, which no device has, and start another. */
const start = signedInProcedure.kiosks.start.handler(async ({ input, context }) => {
  const { ctx, me, now, write, requestId } = context
  const token = newToken()
  const started = await write(async (tx, announce) => {
    const row = (await lockPractice(tx, input.practiceId)) ?? missing()
    const startedAt = now()
    if (!isLive(asPractice(row), startedAt)) throw refuse('not-live', kioskMessages.notLive)
    await lockOfficer(tx, me.id)
    const id = randomUUID()
    const [tokenHash, pinHash] = [hashToken(token), ctx.secrets.hashPin(id, input.pin)]
    await tx
      .insertInto('kiosk')
      .values({ id, practiceId: row.id, startedBy: me.id, startedAt, tokenHash, pinHash })
      .execute()
    // Two presses make one kiosk.
    if (!(await endSession(tx, { id: me.sessionId, userId: me.id }))) throw signedOut()
    await saveAudit(tx, ctx, { actor: me.id, action: 'kiosk.start', target: row.id, after: { kiosk: id }, requestId })
    announce('members', `member:${me.id}`)
    return { tokenHash, leftMs: Date.parse(row.endsAt) - ctx.clock.now() }
  })
  // A second request with the same key, sent at the same time, gets the answer of the first, and leaves the cookie to it.
  if (started.tokenHash === hashToken(token))
    context.becomeKiosk(token, Math.round((started.leftMs + cookieAfterEndMs) / 1000))
  return {}
})

const end = signedInProcedure.kiosks.end.handler(async ({ input, context: { ctx, me, write, requestId } }) =>
  write(async (tx, announce) => {
    const ended = tx.deleteFrom('kiosk').where('id', '=', input.kioskId).where('practiceId', '=', input.practiceId)
    const { numDeletedRows } = await ended.executeTakeFirst()
    if (numDeletedRows === 0n) return {}
    const facts = { target: input.practiceId, before: { kiosk: input.kioskId }, requestId }
    await saveAudit(tx, ctx, { actor: me.id, action: 'kiosk.end', ...facts })
    announce('members')
    return {}
  }),
)

export const kiosks = { get: list, start, end }

const get = kioskProcedure.kiosk.get.handler(({ context: { kiosk } }) => ({ title: kiosk.title, endsAt: kiosk.endsAt }))

/** Locks the practice, then the member, then the kiosk: once an officer has ended it, it checks no one in. */
const checkIn = kioskProcedure.kiosk.checkIn.handler(async ({ input, context: { ctx, kiosk, now, write } }) =>
  write(async (tx, announce) => {
    const row = (await lockPractice(tx, kiosk.practiceId)) ?? missing()
    const member = await lockIfPresent(tx, input.memberId)
    await lockKiosk(tx, kiosk)
    if (member === undefined || member.hasLoggedIn === 0) return { outcome: 'see-officer' }
    const at = now()
    const decision = decideScan({
      practice: asPractice(row),
      already: (await findAttendance(tx, row.id, member.id)) !== undefined,
      scannedAt: null,
      pass: effectivePass(member, ctx.days.startOfToday(ctx.clock.now())),
      dayPasses: null,
      now: at,
    })
    // Ended since the kiosk was looked up.
    if (decision.outcome === 'refused') throw signedOut()
    if (decision.outcome === 'no-valid-pass') return { outcome: 'see-officer' }
    if (decision.outcome === 'already-in') return { outcome: 'already-in' }
    await saveCheckIns(tx, [{ practiceId: row.id, memberId: member.id, reason: kioskReason }], at)
    announce('live', `member:${member.id}`, 'members')
    return { outcome: 'checked-in' }
  }),
)

/** Wrong PINs are counted under the kiosk's lock, so that a burst of guesses is counted one by one. */
const leave = kioskProcedure.kiosk.leave.handler(async ({ input, context }) => {
  const { ctx, kiosk, write, requestId } = context
  const answer = await write(async (tx, announce) => {
    const row = await lockKiosk(tx, kiosk)
    const decision = decideLeave({
      right: isSame(row.pinHash, ctx.secrets.hashPin(kiosk.id, input.pin)),
      wrong: JSON.parse(row.wrongPins) as number[],
      nowMs: ctx.clock.now(),
    })
    const facts = { actor: 'system', target: kiosk.practiceId, before: { kiosk: kiosk.id }, requestId }
    if (decision.outcome === 'left') {
      await tx.deleteFrom('kiosk').where('id', '=', kiosk.id).execute()
      await saveAudit(tx, ctx, { ...facts, action: 'kiosk.end', after: { by: 'pin' } })
      announce('members')
      return { outcome: decision.outcome, waitSeconds: null }
    }
    if (decision.outcome === 'wrong') {
      const wrongPins = JSON.stringify(decision.wrong)
      await tx.updateTable('kiosk').set({ wrongPins }).where('id', '=', kiosk.id).execute()
      await saveAudit(tx, ctx, { ...facts, action: 'kiosk.wrong-pin' })
    }
    return { outcome: decision.outcome, waitSeconds: inSeconds(decision.waitMs) }
  })
  if (answer.outcome === 'left') context.leaveKiosk()
  return answer
})

export const kiosk = { get, checkIn, leave }

const names = kioskProcedure.kioskNames.get.handler(async ({ input, context: { ctx } }) => {
  const rows = await listScannableNames(ctx.database.db)
  return findByName(
    rows.map((row) => ({ memberId: row.id, name: displayName(row) })),
    input.typed,
  )
})

export const kioskNames = { get: names }

const person = kioskProcedure.kioskPerson.get.handler(async ({ input, context: { ctx } }) => {
  const { memberId, passCodeHash } = input
  if ((memberId === undefined) === (passCodeHash === undefined))
    throw refuseField('passCodeHash', 'Name either the code of a pass or a member.')
  const row = await findScannable(ctx.database.db, memberId === undefined ? { passCodeHash } : { id: memberId })
  return { person: row ? { memberId: row.id, name: displayName(row), picture: await pictureOf(ctx, row) } : null }
})

export const kioskPerson = { get: person }

/** As a data URL: the kiosk shows it for a moment, and the browser stores nothing. */
async function pictureOf(ctx: AppContext, { pictureUrl }: { pictureUrl: string }) {
  const id = pictureIdOf(pictureUrl)
  const content = id === null ? null : await readPicture(ctx, id, 512)
  return content && `data:image/webp;base64,${content.toString('base64')}`
}

/** @throws UNAUTHORIZED if it was ended since the request's lookup */
async function lockKiosk(tx: Tx, { id }: Kiosk) {
  const row = await tx.selectFrom('kiosk').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw signedOut()
  return row
}

function inSeconds(ms: number | null) {
  return ms === null ? null : Math.max(1, Math.ceil(ms / 1000))
}
