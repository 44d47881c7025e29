import { setImmediate as nextTurn } from 'node:timers/promises'
import { fullEnds } from '#domain/scorecards/double-scoring.ts'
import { createAccount } from '#server/auth/accounts.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { Announce } from '#server/db/write.ts'
import { applyAnswer } from '#server/features/calendar/apply-events.ts'
import { addEvent, readBuiltIn } from '#server/features/calendar/built-in-calendar.ts'
import { setRole } from '#server/features/members/roles.ts'
import { endOverduePractices } from '#server/queries/practices.ts'
import { type Act, type PlannedCard, plus } from './events.ts'
import type { DemoPlan } from './plan-demo.ts'
import { type Portraits, uploadAvatars } from './portraits.ts'
import { playOfficer, playStore } from './run-officer-events.ts'
import { createStage, type Stage } from './simulator.ts'

/**
 * Plays a plan in one transaction, each act at its own time and by whoever did it: through the app's own procedures, so that
 * every rule has its say and every row is as the app would write it.
 */
export async function playDemo(
  tx: Tx,
  announce: Announce,
  facts: { ctx: AppContext; plan: DemoPlan; passwordHash: string; portraits: Portraits },
) {
  const stage = createStage(tx, announce, facts.ctx, facts.passwordHash)
  const [first] = facts.plan.acts
  if (first) await openCalendar(stage, facts.plan, plus(first.at, -60))
  for (const act of facts.plan.acts) {
    await play(stage, act)
    // Others in the process have their turn, those who draw the portraits among them.
    await nextTurn()
  }
  await uploadAvatars(stage, await facts.portraits)
}

async function openCalendar(stage: Stage, plan: DemoPlan, at: string) {
  for (const { key, ...event } of plan.practices)
    stage.practices.set(key, await addEvent(stage.tx, { ...event, sample: false, nowMs: Date.parse(at) }))
  await readCalendar(stage, at)
}

/** The practices follow the calendar as they do in the server, over the whole of the demo's time. */
async function readCalendar({ tx, partsAt }: Stage, at: string) {
  const always = { from: '0001-01-01T00:00:00.000Z', to: '9999-01-01T00:00:00.000Z' }
  const answer = await readBuiltIn(tx, always)
  await applyAnswer(partsAt(at), { read: { answer, unreadable: new Set() }, whereabouts: async () => new Map() })
}

async function play(stage: Stage, act: Act): Promise<unknown> {
  const { tx, announce } = stage
  const { at } = act
  switch (act.kind) {
    case 'sign-up':
      return signUp(stage, act)
    case 'make-officer':
      stage.people.set(act.person, { ...stage.person(act.person), role: 'Officer' })
      return setRole(stage.partsAt(at), { email: stage.emailOf(act.person), role: 'Officer' })
    case 'cancel':
      await tx
        .updateTable('calendarEvent')
        .set({ cancelledAt: at })
        .where('id', '=', stage.practice(act.practice))
        .execute()
      return readCalendar(stage, at)
    case 'answer': {
      const { practices } = stage.as(act.person, at)
      return practices.answer({ practiceId: stage.practice(act.practice), answer: act.answer })
    }
    case 'start':
      return stage.as(act.by, at).practices.start({ practiceId: stage.practice(act.practice) })
    case 'end':
      return endOverduePractices(tx, announce, at)
    case 'end-early':
      return stage.as(act.by, at).practices.endEarly({ practiceId: stage.practice(act.practice) })
    case 'use-pass':
      return stage.as(act.person, at).passes.use({})
    case 'check-in':
      return stage.as(act.person, at).practices.checkIn({ practiceId: stage.practice(act.practice) })
    case 'score':
      return playScore(stage, act)
    case 'import-store':
    case 'assign-lines':
    case 'dismiss-line':
      return playStore(stage, act)
    default:
      return playOfficer(stage, act)
  }
}

/** Signs up, verifies the address, and finishes the welcome steps ten minutes later. */
async function signUp(stage: Stage, { at, person, profile }: Extract<Act, { kind: 'sign-up' }>) {
  const { tx, passwordHash } = stage
  const email = stage.emailOf(person)
  const id = await createAccount(tx, { email, passwordHash, now: at })
  await tx.updateTable('user').set({ emailVerified: 1 }).where('id', '=', id).execute()
  const expiresAt = plus(at, 60)
  stage.people.set(person, {
    sessionId: '',
    token: '',
    id,
    email,
    role: 'Member',
    hasLoggedIn: false,
    nameFirst: profile.nameFirst,
    nameLast: profile.nameLast,
    pronouns: [],
    pictureUrl: '',
    bowType: null,
    times: { expiresAt, lastActiveAt: at, kept: false },
    limits: { expiresAt, idleExpiresAt: expiresAt },
    dataVersion: '',
  })
  await stage.as(person, plus(at, 10)).welcome.finish(profile)
  stage.people.set(person, { ...stage.person(person), hasLoggedIn: true })
}

/** Writes a card down as a phone does, arrow by arrow; with a second keeper it is written twice and every end confirmed. */
async function playScore(stage: Stage, { at, person, card, second }: Extract<Act, { kind: 'score' }>) {
  const { scorecard } = stage.as(person, at)
  await scorecard.save(sheetOf(card, 'a', second !== null))
  if (second === null) return
  const { code } = await scorecard.invite({ cardId: card.id })
  const other = stage.as(second, plus(at, 1))
  await other.scorecardInvitation.accept({ code })
  await other.scorecard.save(sheetOf(card, 'b', true))
}

/** @param keeper tells the changes of the two keepers apart */
function sheetOf({ id, setup, startedAt, arrows }: PlannedCard, keeper: string, confirmed: boolean) {
  const changes = arrows.map((arrow, slot) => ({ id: `${id}-${keeper}${slot}`, slot, upon: null, arrow, why: '' }))
  const slots = changes.map((change) => ({ change: change.id, before: [], arrow: change.arrow, why: '' }))
  const ends = confirmed ? fullEnds(setup, slots) : []
  const confirms = ends.flatMap((values, end) => (values ? [{ end, values }] : []))
  return { cardId: id, setup, startedAt, seen: null, changes, confirms }
}
