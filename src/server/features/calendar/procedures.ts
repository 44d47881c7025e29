import { noEvent } from '#domain/remade-practices.ts'
import { canFollow } from '#domain/stored-practice.ts'
import { outsideCalendarRefusals } from '#domain/text/officer-messages.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { refuse } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { countAnswers, noAnswers } from '#server/queries/rsvps.ts'
import { acquireApplyLock, changePractice, holdEnd, loadPractices } from './apply-events.ts'
import { type Candidate, changesIds, loadFindings, saveDecision } from './findings.ts'

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
    held: findings.held && { ...findings.held, until: holdEnd(ctx, findings.held.since) },
    changesIds: changesIds(findings, now),
  }
})

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
      // The next reading copies the rest of the event, and adds the events that are left.
      const set = chosen ? identityOf(chosen) : { cancelledAt: now(), ...noEvent }
      await changePractice(tx, ctx, practice, set)
      const undecided = findings.undecided
        .filter((each) => each !== open)
        .map((each) => ({ ...each, candidates: each.candidates.filter(({ eventId }) => eventId !== chosen?.eventId) }))
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

async function isTaken(tx: Tx, { source, eventId }: Candidate) {
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
      if (findings.held?.since !== since) throw refuse('decided', outsideCalendarRefusals.decided)
      const held = { ...findings.held, since: overSince(ctx) }
      await saveDecision(tx, ctx, { ...findings, held })
      await saveAudit(tx, ctx, {
        actor: me.id,
        action: 'calendar.cancel-held',
        target: '',
        after: { practices: held.practices },
        requestId,
      })
      announce('practices')
      return {}
    }),
)

/** A hold that began then is over, even by the clock of a phone that is a minute slow. */
function overSince({ club, clock }: AppContext) {
  return new Date(clock.now() - (club.practices.holdMinutes + 2) * 60_000).toISOString()
}

export const outsideCalendar = { get, decide, cancelHeld }
