import type { Currency } from '#domain/ledger.ts'
import type { Profile } from '#domain/profile.ts'
import type { RsvpKind } from '#domain/rsvp.ts'

/** A person by the name in their address, and a practice by a name of the plan's own. */
export type PersonKey = string
export type PracticeKey = string

export type PlannedPractice = {
  key: PracticeKey
  title: string
  location: string
  description: string
  startsAt: string
  endsAt: string
}

/** What happened in the demo club, one thing at a time; played in the order of `at` (play.ts). */
export type Act = { at: string } & (
  | { kind: 'sign-up'; person: PersonKey; profile: Profile }
  | { kind: 'make-officer'; person: PersonKey }
  | { kind: 'cancel'; practice: PracticeKey }
  | { kind: 'answer'; person: PersonKey; practice: PracticeKey; answer: RsvpKind }
  | { kind: 'start'; practice: PracticeKey; by: PersonKey }
  | { kind: 'end'; practice: PracticeKey }
  | { kind: 'end-early'; practice: PracticeKey; by: PersonKey }
  | { kind: 'use-pass'; person: PersonKey }
  | { kind: 'check-in'; person: PersonKey; practice: PracticeKey }
  | { kind: 'enter'; person: PersonKey; practice: PracticeKey; by: PersonKey; reason: string }
  | { kind: 'sell'; person: PersonKey; currency: Currency; amount: number; by: PersonKey }
  | { kind: 'give-range-pass'; person: PersonKey; by: PersonKey }
  | { kind: 'credit'; person: PersonKey; practice: PracticeKey; by: PersonKey }
  | { kind: 'pre-register'; person: PersonKey; practice: PracticeKey; by: PersonKey }
)

/** Some minutes after an instant, or before it. */
export function plus(at: string, minutes: number) {
  return new Date(Date.parse(at) + minutes * 60_000).toISOString()
}

export function later(a: string, b: string) {
  return a > b ? a : b
}
