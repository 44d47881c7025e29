import { randomUUID } from 'node:crypto'
import { createRouterClient } from '@orpc/server'
import { applyAnswer } from '../../calendar/apply.ts'
import { addEvent, readBuiltIn } from '../../calendar/built-in.ts'
import { parseClubConfig } from '../../config/club-config.ts'
import type { Tx } from '../../db/database.ts'
import type { Announce } from '../../db/write.ts'
import { createAccount } from '../../identity/accounts.ts'
import type { SignedIn } from '../../identity/sessions.ts'
import { setRole } from '../../members/roles.ts'
import type { Parts } from '../../parts.ts'
import { endOverdue } from '../../practices/ending.ts'
import { router } from '../../router.ts'
import { type Act, type PersonKey, type PracticeKey, plus } from './acts.ts'
import type { DemoPlan } from './plan.ts'

/**
 * Plays a plan in one transaction, each act at its own time and by whoever did it: through the app's own procedures, so that
 * every rule has its say and every row is as the app would write it.
 */
export async function playDemo(
  tx: Tx,
  announce: Announce,
  facts: { parts: Parts; plan: DemoPlan; passwordHash: string },
) {
  const stage = createStage(tx, announce, facts.parts, facts.passwordHash)
  const [first] = facts.plan.acts
  if (first) await openCalendar(stage, facts.plan, plus(first.at, -60))
  for (const act of facts.plan.acts) await play(stage, act)
}

type Stage = ReturnType<typeof createStage>

function createStage(tx: Tx, announce: Announce, parts: Parts, passwordHash: string) {
  const people = new Map<PersonKey, SignedIn>()
  const practices = new Map<PracticeKey, string>()
  // The plan reckons with the default rules (welcome passes, start window), whatever this club's are.
  const { name, emailDomain, timeZone } = parts.club
  const club = parseClubConfig({ name, emailDomain, timeZone })
  const partsAt = (at: string): Parts => ({
    ...parts,
    club,
    database: { ...parts.database, db: tx },
    write: (act) => act(tx, announce),
    clock: { ...parts.clock, now: () => Date.parse(at) },
  })
  const person = (key: PersonKey) => known(people.get(key), key)
  return {
    tx,
    announce,
    passwordHash,
    people,
    practices,
    partsAt,
    person,
    practice: (key: PracticeKey) => known(practices.get(key), key),
    emailOf: (key: PersonKey) => `${key}@${emailDomain}`,
    /** The app's API as somebody, at that time. */
    as(key: PersonKey, at: string) {
      const context = {
        parts: partsAt(at),
        requestId: randomUUID(),
        ip: '127.0.0.1',
        userAgent: 'demo',
        idempotencyKey: null,
        me: person(key),
        setSessionCookie() {},
        clearSessionCookie() {},
        setFileName() {},
        holdsUntil() {},
      }
      return createRouterClient(router, { context })
    },
  }
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
      return endOverdue(tx, announce, at)
    case 'end-early':
      return stage.as(act.by, at).practices.endEarly({ practiceId: stage.practice(act.practice) })
    case 'use-pass':
      return stage.as(act.person, at).passes.use({})
    case 'check-in':
      return stage.as(act.person, at).practices.checkIn({ practiceId: stage.practice(act.practice) })
    default:
      return playByHand(stage, act)
  }
}

type ByHand = Extract<Act, { kind: 'enter' | 'credit' | 'sell' | 'give-range-pass' | 'pre-register' }>

async function playByHand(stage: Stage, act: ByHand) {
  const { managePractices, members, memberRecord } = stage.as(act.by, act.at)
  if (act.kind === 'pre-register')
    return managePractices.addEmail({
      practiceId: stage.practice(act.practice),
      email: stage.emailOf(act.person),
      kind: 'attendance',
      reason: 'Came without an account',
    })
  const memberId = stage.person(act.person).id
  switch (act.kind) {
    case 'enter': {
      const practiceId = stage.practice(act.practice)
      return managePractices.setAttendance({ practiceId, memberId, attended: true, reason: act.reason })
    }
    case 'credit':
      return managePractices.setCredit({ practiceId: stage.practice(act.practice), memberId, credited: true })
    case 'sell': {
      const { member } = await memberRecord.get({ memberId })
      const [set, expected] =
        act.currency === 'day-passes'
          ? [members.setDayPasses, member.dayPasses]
          : [members.setPaidPractices, member.paidPractices]
      return set({ memberId, expected, value: expected + act.amount, reason: 'Bought at the desk' })
    }
    case 'give-range-pass': {
      const { member } = await memberRecord.get({ memberId })
      return members.setPass({ memberId, expected: member.pass, pass: 'Carpool Range Pass' })
    }
  }
}

/** Signs up, verifies the address, and finishes the welcome steps ten minutes later. */
async function signUp(stage: Stage, { at, person, profile }: Extract<Act, { kind: 'sign-up' }>) {
  const { tx, passwordHash } = stage
  const email = stage.emailOf(person)
  const id = await createAccount(tx, stage.partsAt(at), { email, passwordHash, now: at })
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
    times: { expiresAt, lastActiveAt: at, kept: false },
    limits: { expiresAt, idleExpiresAt: expiresAt },
    state: '',
  })
  await stage.as(person, plus(at, 10)).welcome.finish(profile)
  stage.people.set(person, { ...stage.person(person), hasLoggedIn: true })
}

function known<T>(found: T | undefined, key: string): T {
  if (found === undefined) throw new Error(`The demo club has no ${key} yet`)
  return found
}
