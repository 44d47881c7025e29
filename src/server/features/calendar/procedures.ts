import type { PossibleEvent } from '#contract/outside-calendar.ts'
import type { EventCopy } from '#domain/calendar-sync.ts'
import { outsideCalendarRefusals } from '#domain/text/officer-messages.ts'
import { nowAsText } from '#server/context.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { refuse } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { countAnswers, noAnswers } from '#server/queries/rsvps.ts'
import { acquireApplyLock, changePractice, holdEnd, loadPractices } from './apply-events.ts'
import { changesIds, loadFindings, saveFindings } from './findings.ts'

const get = signedInProcedure.outsideCalendar.get.handler(async ({ context: { ctx } }) => {
  const { db } = ctx.database
  const findings = await loadFindings(db, ctx)
  const ids = findings.undecided.map(({ practiceId }) => practiceId)
  const practices = new Map((await loadPractices(db, ids)).map((practice) => [practice.id, practice]))
  const answers = await countAnswers(db, ids)
  return {
    notes: findings.notes.map(({ reason, title, on }) => ({ reason, title, on })),
    noted: findings.noted,
    undecided: findings.undecided.flatMap(({ practiceId, candidates }) => {
      const practice = practices.get(practiceId)
      if (!practice) return []
      const { archers, drivers } = answers.get(practiceId) ?? noAnswers
      return [{ practiceId, ...shownOf(practice), archers, drivers, candidates: candidates.map(toPossible) }]
    }),
    held: findings.held && { ...findings.held, until: holdEnd(ctx, findings.held.since) },
    changesIds: changesIds(findings, nowAsText(ctx)),
  }
})

function toPossible(copy: EventCopy): PossibleEvent {
  return { eventId: copy.eventId, ...shownOf(copy) }
}

function shownOf({ title, location, startsAt, endsAt, allDay, startsOn, lastOn }: EventCopy) {
  return { title, location, startsAt, endsAt, allDay, startsOn, lastOn }
}

const decide = signedInProcedure.outsideCalendar.decide.handler(
  async ({ input: { practiceId, eventId }, context: { ctx, me, now, write, requestId } }) =>
    write(async (tx, announce) => {
      await acquireApplyLock(tx, ctx)
      const findings = await loadFindings(tx, ctx)
      const open = findings.undecided.find((each) => each.practiceId === practiceId)
      const event = open?.candidates.find((candidate) => candidate.eventId === eventId)
      const [practice] = await loadPractices(tx, open ? [practiceId] : [], { lock: true })
      const isChanged = practice?.deletedAt !== null || practice.startedAt !== null
      if (!practice || isChanged || (eventId !== null && !event))
        throw refuse('decided', outsideCalendarRefusals.decided)
      await changePractice(tx, ctx, practice, event ? { ...event, cancelledAt: null } : { cancelledAt: now() })
      // The next reading adds the other events, unless they could also be another practice.
      const undecided = findings.undecided
        .filter((each) => each !== open)
        .map(({ candidates, ...each }) => ({ ...each, candidates: candidates.filter((copy) => copy !== event) }))
      await saveFindings(tx, ctx, { ...findings, undecided })
      await saveAudit(tx, ctx, {
        actor: me.id,
        action: 'calendar.decide',
        target: practiceId,
        after: { cancelled: event === undefined },
        requestId,
      })
      announce('practices', 'live')
      return {}
    }),
)

const cancelHeld = signedInProcedure.outsideCalendar.cancelHeld.handler(
  async ({ input: { since }, context: { ctx, me, write, requestId } }) =>
    write(async (tx, announce) => {
      await acquireApplyLock(tx, ctx)
      const findings = await loadFindings(tx, ctx)
      if (findings.held?.since !== since) throw refuse('decided', outsideCalendarRefusals.decided)
      const { practices } = findings.held
      await saveFindings(tx, ctx, { ...findings, held: { since: new Date(0).toISOString(), practices } })
      await saveAudit(tx, ctx, {
        actor: me.id,
        action: 'calendar.cancel-held',
        target: '',
        after: { practices },
        requestId,
      })
      announce('practices')
      return {}
    }),
)

export const outsideCalendar = { get, decide, cancelHeld }
