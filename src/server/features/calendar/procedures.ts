import { noEvent } from '#domain/remade-practices.ts'
import { canFollow } from '#domain/stored-practice.ts'
import { outsideCalendarRefusals } from '#domain/text/officer-messages.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { refuse } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { countAnswers, noAnswers } from '#server/queries/rsvps.ts'
import { acquireApplyLock, changePractice, holdEnd, insertPractice, loadPractices } from './apply-events.ts'
import { type Candidate, changesIds, type Held, loadFindings, saveDecision } from './findings.ts'

const get = signedInProcedure.outsideCalendar.get.handler(async ({ context: { ctx } }) => {
  const { db } = ctx.database
  const now = nowAsText(ctx)
  const findings = await loadFindings(db, ctx)
  const ids = findings.undecided.map(({ practiceId }) => practiceId)
  const practices = new Map((await loadPractices(db, ids)).map((practice) => [practice.id, practice]))
  const answers = await countAnswers(db, ids)
  return {
    notes: findings.notes.map(({ reason, title, on }) => ({ reason, title, on })),
    noted: findings.noted,
    undecided: findings.undecided.flatMap(({ practiceId, candidates }) => {
      const practice = practices.get(practiceId)
      if (!practice || !canFollow(practice, now)) return []
      const { archers, drivers } = answers.get(practiceId) ?? noAnswers
      const events = candidates.map((candidate) => ({ key: candidate.key, ...shownOf(candidate) }))
      return [{ practiceId, ...shownOf(practice), archers, drivers, candidates: events }]
    }),
    held: findings.held && toShownHold(ctx, findings.held),
    changesIds: changesIds(findings, now),
  }
})

/** An officer's decision ends the hold by every clock, also by that of a page, which moves on once a minute. */
function toShownHold(ctx: AppContext, { since, ids, isDecided }: Held) {
  return { since, practices: ids.length, until: isDecided ? new Date(0).toISOString() : holdEnd(ctx, since) }
}

type Shown = Pick<Candidate, 'title' | 'location' | 'startsAt' | 'endsAt' | 'allDay' | 'startsOn' | 'lastOn'>

function shownOf({ title, location, startsAt, endsAt, allDay, startsOn, lastOn }: Shown): Shown {
  return { title, location, startsAt, endsAt, allDay, startsOn, lastOn }
}

const decide = signedInProcedure.outsideCalendar.decide.handler(
  async ({ input: { practiceId, event: key }, context: { ctx, me, now, write, requestId } }) =>
    write(async (tx, announce) => {
      await acquireApplyLock(tx, ctx)
      const findings = await loadFindings(tx, ctx)
      const open = findings.undecided.find((each) => each.practiceId === practiceId)
      const chosen = open?.candidates.find((candidate) => candidate.key === key)
      const [practice] = await loadPractices(tx, open ? [practiceId] : [], { lock: true })
      const isPossible =
        practice && canFollow(practice, now()) && (key === null || (chosen && !(await isTaken(tx, chosen))))
      if (!isPossible) throw refuse('decided', outsideCalendarRefusals.decided)
      const set = chosen ? { ...identityOf(chosen), ...shownOf(chosen) } : { cancelledAt: now(), ...noEvent }
      await changePractice(tx, ctx, practice, set)
      const undecided = findings.undecided
        .filter((each) => each !== open)
        .map((each) => ({ ...each, candidates: each.candidates.filter(({ eventId }) => eventId !== chosen?.eventId) }))
      // The other events are practices of their own. The next reading copies the rest of all of them.
      const openStill = new Set(undecided.flatMap((each) => each.candidates.map(({ eventId }) => eventId)))
      for (const { key: _, ...copy } of open?.candidates ?? []) {
        if (copy.eventId === chosen?.eventId || openStill.has(copy.eventId) || (await isTaken(tx, copy))) continue
        await insertPractice(
          tx,
          { ...copy, description: '', organizer: '' },
          {
            now: now(),
            sample: false,
            attendanceLimit: null,
          },
        )
      }
      await saveDecision(tx, ctx, { ...findings, undecided })
      await saveAudit(tx, ctx, {
        actor: me.id,
        action: 'calendar.decide',
        target: practiceId,
        after: { cancelled: chosen === undefined },
        requestId,
      })
      announce('practices', 'live')
      return {}
    }),
)

async function isTaken(tx: Tx, { source, eventId }: Pick<Candidate, 'source' | 'eventId'>) {
  const row = await tx
    .selectFrom('practice')
    .select('id')
    .where('source', '=', source)
    .where('eventId', '=', eventId)
    .executeTakeFirst()
  return row !== undefined
}

function identityOf({ source, eventId, icalUid, originalStart }: Candidate) {
  return { source, eventId, icalUid, originalStart }
}

const cancelHeld = signedInProcedure.outsideCalendar.cancelHeld.handler(
  async ({ input: { since }, context: { ctx, me, write, requestId } }) =>
    write(async (tx, announce) => {
      await acquireApplyLock(tx, ctx)
      const findings = await loadFindings(tx, ctx)
      if (findings.held?.since !== since || findings.held.isDecided)
        throw refuse('decided', outsideCalendarRefusals.decided)
      const { ids } = findings.held
      await saveDecision(tx, ctx, { ...findings, held: { since, ids, isDecided: true } })
      await saveAudit(tx, ctx, {
        actor: me.id,
        action: 'calendar.cancel-held',
        target: '',
        after: { practices: ids.length },
        requestId,
      })
      announce('practices')
      return {}
    }),
)

export const outsideCalendar = { get, decide, cancelHeld }
