import type { BulkEdit } from '#domain/bulk-edit.ts'
import type { Currency } from '#domain/ledger.ts'
import type { Profile } from '#domain/profile.ts'
import type { Reply } from '#domain/rsvp.ts'
import type { Arrow } from '#domain/scorecards/card.ts'
import type { Setup } from '#domain/scorecards/setup.ts'

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

/** A line of the store's orders; the buyer by a member's key, or by an address of somebody's own. */
export type OrderLine = {
  order: string
  buyer: PersonKey | { email: string; name: string }
  product: string
  quantity: number
  boughtAt: string
}

/** A scorecard as it stands after its last arrow. */
export type PlannedCard = { id: string; setup: Setup; startedAt: string; arrows: Arrow[] }

/** What happened in the demo club, one thing at a time; played in the order of `at` (play.ts). */
export type Act = { at: string } & (
  | { kind: 'sign-up'; person: PersonKey; profile: Profile }
  | { kind: 'make-officer'; person: PersonKey }
  | { kind: 'cancel'; practice: PracticeKey }
  | { kind: 'answer'; person: PersonKey; practice: PracticeKey; answer: Reply }
  | { kind: 'start'; practice: PracticeKey; by: PersonKey }
  | { kind: 'end'; practice: PracticeKey }
  | { kind: 'end-early'; practice: PracticeKey; by: PersonKey }
  | { kind: 'use-pass'; person: PersonKey }
  | { kind: 'check-in'; person: PersonKey; practice: PracticeKey }
  | { kind: 'enter'; person: PersonKey; practice: PracticeKey; by: PersonKey; reason: string }
  | { kind: 'sell'; person: PersonKey; currency: Currency; amount: number; by: PersonKey; reason?: string }
  | { kind: 'import-store'; lines: OrderLine[]; by: PersonKey }
  | { kind: 'assign-lines'; email: string; to: PersonKey; by: PersonKey }
  | { kind: 'dismiss-line'; product: string; by: PersonKey; reason: string }
  | { kind: 'give-range-pass'; person: PersonKey; by: PersonKey }
  | { kind: 'credit'; person: PersonKey; practice: PracticeKey; by: PersonKey }
  | { kind: 'bulk-edit'; edit: BulkEdit; people: PersonKey[]; by: PersonKey; reason: string; undoneAfter?: number }
  | { kind: 'rain-out'; practice: PracticeKey; by: PersonKey; reason: string }
  | { kind: 'limit'; practice: PracticeKey; limit: number; by: PersonKey }
  | { kind: 'let-wait-first'; practice: PracticeKey; person: PersonKey; by: PersonKey; reason: string }
  | { kind: 'move'; practice: PracticeKey; location: string; by: PersonKey }
  /** With a second, who keeps the same card beside the archer. */
  | { kind: 'score'; person: PersonKey; card: PlannedCard; second: PersonKey | null }
  | { kind: 'pre-register'; person: PersonKey; practice: PracticeKey; by: PersonKey }
)

/** Some minutes after an instant, or before it. */
export function plus(at: string, minutes: number) {
  return new Date(Date.parse(at) + minutes * 60_000).toISOString()
}

export function later(a: string, b: string) {
  return a > b ? a : b
}
