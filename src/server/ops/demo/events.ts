import type { SettingJson } from '#contract/club-settings.ts'
import type { BulkEdit } from '#domain/bulk-edit.ts'
import type { CheckInMode } from '#domain/check-in.ts'
import type { Currency } from '#domain/ledger.ts'
import type { Profile } from '#domain/profile.ts'
import type { Reply } from '#domain/rsvp.ts'
import type { PaymentKind } from '#domain/sales.ts'
import type { Arrow } from '#domain/scorecards/card.ts'
import type { Setup } from '#domain/scorecards/setup.ts'
import type { SettingName } from '#domain/settings/setting-list.ts'

/** `PersonKey`: the local part of a member's address. `PracticeKey`: the plan's own name for a practice. */
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

/** An order line of the store. The buyer is a member's key, or a private address. */
export type OrderLine = {
  order: string
  buyer: PersonKey | { email: string; name: string }
  product: string
  quantity: number
  boughtAt: string
}

/** A scorecard with all arrows shot so far. */
export type PlannedCard = { id: string; setup: Setup; startedAt: string; arrows: Arrow[] }

/** One event in the history of the demo club; run-events.ts runs them in the order of `at`. */
export type DemoEvent = { at: string } & (
  | { kind: 'sign-up'; person: PersonKey; profile: Profile }
  | { kind: 'make-officer'; person: PersonKey }
  | { kind: 'set'; name: SettingName; value: SettingJson; by: PersonKey }
  | { kind: 'cancel'; practice: PracticeKey }
  | { kind: 'answer'; person: PersonKey; practice: PracticeKey; answer: Reply }
  | { kind: 'start'; practice: PracticeKey; by: PersonKey; checkInMode?: CheckInMode }
  | { kind: 'end'; practice: PracticeKey }
  | { kind: 'end-early'; practice: PracticeKey; by: PersonKey }
  | { kind: 'use-pass'; person: PersonKey }
  /** `codeSeenAt`: when they saw the code, where one is needed. */
  | { kind: 'check-in'; person: PersonKey; practice: PracticeKey; codeSeenAt?: string }
  | { kind: 'enter'; person: PersonKey; practice: PracticeKey; by: PersonKey; reason: string }
  | { kind: 'sell'; person: PersonKey; currency: Currency; amount: number; by: PersonKey; reason?: string }
  /** `undone`: why it was undone a minute later. */
  | {
      kind: 'door-sale'
      person: PersonKey
      practice: PracticeKey
      product: string
      paidBy: PaymentKind
      by: PersonKey
      undone?: string
    }
  | { kind: 'import-store'; lines: OrderLine[]; by: PersonKey }
  | { kind: 'assign-lines'; email: string; to: PersonKey; by: PersonKey }
  | { kind: 'dismiss-line'; product: string; by: PersonKey; reason: string }
  | { kind: 'give-range-pass'; person: PersonKey; by: PersonKey }
  | { kind: 'credit'; person: PersonKey; practice: PracticeKey; by: PersonKey }
  | { kind: 'bulk-edit'; edit: BulkEdit; people: PersonKey[]; by: PersonKey; reason: string; undoneAfter?: number }
  | { kind: 'rain-out'; practice: PracticeKey; by: PersonKey; reason: string }
  | { kind: 'limit'; practice: PracticeKey; limit: number; by: PersonKey }
  | { kind: 'move-to-front'; practice: PracticeKey; person: PersonKey; by: PersonKey; reason: string }
  | { kind: 'move'; practice: PracticeKey; location: string; by: PersonKey }
  /** `second`: another member who also scores the card. */
  | { kind: 'score'; person: PersonKey; card: PlannedCard; second: PersonKey | null }
  | {
      kind: 'guest'
      name: string
      email: string | { of: PersonKey }
      host: PersonKey | null
      practice: PracticeKey
      by: PersonKey
    }
  | { kind: 'pre-register'; person: PersonKey; practice: PracticeKey; by: PersonKey }
)

/** Adds minutes to an instant; negative ones subtract. */
export function plus(at: string, minutes: number) {
  return new Date(Date.parse(at) + minutes * 60_000).toISOString()
}

/** The later of two instants. */
export function later(a: string, b: string) {
  return a > b ? a : b
}
