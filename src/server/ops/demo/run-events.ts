import { setImmediate as nextTurn } from 'node:timers/promises'
import { codeStepAt } from '#domain/check-in-code.ts'
import { fullEnds } from '#domain/scorecards/double-scoring.ts'
import { createAccount } from '#server/auth/accounts.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { Announce } from '#server/db/write.ts'
import { applyAnswer } from '#server/features/calendar/apply-events.ts'
import { addEvent, readBuiltIn } from '#server/features/calendar/built-in-calendar.ts'
import { setRole } from '#server/features/members/roles.ts'
import { endOverduePractices } from '#server/features/practices/auto-end.ts'
import { type DemoEvent, type PlannedCard, plus } from './events.ts'
import type { DemoPlan } from './plan-demo.ts'
import { showsGoing } from './plan-people.ts'
import { type Portraits, uploadAvatars } from './portraits.ts'
import { playOfficer, playStore } from './run-officer-events.ts'
import { createSimulator, type Simulator } from './simulator.ts'

/**
 * Runs a plan in one transaction. Each event runs at its own time as its own member, through the app's procedures, so that all rules
 * apply and every row is one that the app would write.
 */
export async function playDemo(
  tx: Tx,
  announce: Announce,
  facts: { ctx: AppContext; plan: DemoPlan; passwordHash: string; portraits: Portraits },
) {
  const simulator = createSimulator(tx, announce, facts.ctx, facts.passwordHash)
  const [first] = facts.plan.events
  if (first) await openCalendar(simulator, facts.plan, plus(first.at, -60))
  for (const event of facts.plan.events) {
    await play(simulator, event)
    // Yield to the event loop, which is also drawing the portraits.
    await nextTurn()
  }
  await uploadAvatars(simulator, await facts.portraits)
}

async function openCalendar(simulator: Simulator, plan: DemoPlan, at: string) {
  for (const { key, ...event } of plan.practices)
    simulator.practices.set(key, await addEvent(simulator.tx, { ...event, sample: false, nowMs: Date.parse(at) }))
  await readCalendar(simulator, at)
}

/** Syncs the practices with the calendar as the server does, but without a time window. */
async function readCalendar({ tx, contextAt }: Simulator, at: string) {
  const always = { from: '0001-01-01T00:00:00.000Z', to: '9999-01-01T00:00:00.000Z' }
  const answer = await readBuiltIn(tx, always)
  await applyAnswer(contextAt(at), { read: { answer, unreadable: new Set() }, whereabouts: async () => new Map() })
}

async function play(simulator: Simulator, event: DemoEvent): Promise<unknown> {
  const { tx, announce } = simulator
  const { at } = event
  switch (event.kind) {
    case 'sign-up':
      return signUp(simulator, event)
    case 'make-officer':
      simulator.people.set(event.person, { ...simulator.person(event.person), role: 'Officer' })
      return setRole(simulator.contextAt(at), { email: simulator.emailOf(event.person), role: 'Officer' })
    case 'set': {
      const { name, value, by } = event
      // What the file fixes, no one can set.
      if (simulator.contextAt(at).settings.file.fixed[name] !== undefined) return
      return simulator.as(by, at).clubSettings.set({ name, value, seen: 0 })
    }
    case 'cancel':
      await tx
        .updateTable('calendarEvent')
        .set({ cancelledAt: at })
        .where('id', '=', simulator.practice(event.practice))
        .execute()
      return readCalendar(simulator, at)
    case 'answer': {
      const { practices } = simulator.as(event.person, at)
      return practices.answer({ practiceId: simulator.practice(event.practice), answer: event.answer })
    }
    case 'start': {
      const { by, practice, checkInMode = 'tap' } = event
      return simulator.as(by, at).practices.start({ practiceId: simulator.practice(practice), checkInMode })
    }
    case 'end':
      return endOverduePractices(tx, announce, at)
    case 'end-early':
      return simulator.as(event.by, at).practices.endEarly({ practiceId: simulator.practice(event.practice) })
    case 'use-pass':
      return simulator.as(event.person, at).passes.use({})
    case 'check-in': {
      const { person, codeSeenAt } = event
      const practiceId = simulator.practice(event.practice)
      const { secrets } = simulator.contextAt(at)
      const code = codeSeenAt && { code: secrets.checkInCode(practiceId, codeStepAt(Date.parse(codeSeenAt))) }
      return simulator.as(person, at).practices.checkIn({ practiceId, ...code })
    }
    case 'score':
      return playScore(simulator, event)
    case 'import-store':
    case 'assign-lines':
    case 'dismiss-line':
      return playStore(simulator, event)
    default:
      return playOfficer(simulator, event)
  }
}

/** Signs up, verifies the address, and completes the sign-up wizard ten minutes later. */
async function signUp(simulator: Simulator, { at, person, profile }: Extract<DemoEvent, { kind: 'sign-up' }>) {
  const { tx, passwordHash } = simulator
  const email = simulator.emailOf(person)
  const id = await createAccount(tx, { email, passwordHash, now: at })
  await tx.updateTable('user').set({ emailVerified: 1 }).where('id', '=', id).execute()
  const expiresAt = plus(at, 60)
  simulator.people.set(person, {
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
    showGoing: null,
    times: { expiresAt, lastActiveAt: at, kept: false, heldUntil: null },
    limits: { expiresAt, idleExpiresAt: expiresAt },
    dataVersion: '',
    settingsRevision: 0,
  })
  await simulator.as(person, plus(at, 10)).welcome.finish(profile)
  simulator.people.set(person, { ...simulator.person(person), hasLoggedIn: true })
  if (showsGoing(person)) await simulator.as(person, plus(at, 20)).profile.setShowGoing({ show: true })
}

/** Saves a card arrow by arrow, as a phone does. With a second scorer, it is saved twice, with every end confirmed. */
async function playScore(simulator: Simulator, { at, person, card, second }: Extract<DemoEvent, { kind: 'score' }>) {
  const { scorecard } = simulator.as(person, at)
  await scorecard.save(sheetOf(card, 'a', second !== null))
  if (second === null) return
  const { code } = await scorecard.invite({ cardId: card.id })
  const other = simulator.as(second, plus(at, 1))
  await other.scorecardInvitation.accept({ code })
  await other.scorecard.save(sheetOf(card, 'b', true))
}

/** @param scorer makes the change IDs of the two scorers unique */
function sheetOf({ id, setup, startedAt, arrows }: PlannedCard, scorer: string, confirmed: boolean) {
  const changes = arrows.map((arrow, slot) => ({ id: `${id}-${scorer}${slot}`, slot, upon: null, arrow, why: '' }))
  const slots = changes.map((change) => ({ change: change.id, before: [], arrow: change.arrow, why: '' }))
  const ends = confirmed ? fullEnds(setup, slots) : []
  const confirms = ends.flatMap((values, end) => (values ? [{ end, values }] : []))
  return { cardId: id, setup, startedAt, seen: null, changes, confirms }
}
