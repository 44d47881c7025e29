import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Arrow, emptySlots, firstEmpty, type Slots, takeChange } from '#domain/scorecards/card.ts'
import type { ArrowValue } from '#domain/scorecards/faces.ts'
import { firstSetup } from '#domain/scorecards/setup-choices.ts'
import {
  applyResponse,
  beginCard,
  catchUp,
  endEnd,
  type LocalCard,
  redo,
  shownEnd,
  undo,
  undoable,
  write,
} from './local-card.ts'

const begun = beginCard({ owner: 'ana', id: 'card-1', setup: firstSetup, startedAt: '2026-11-24T23:00:00.000Z' })
const now = '2026-11-24T23:05:00.000Z'
const called = (value: ArrowValue): Arrow => ({ value, spot: null })
let made = 0
const facts = () => ({ id: `change-${++made}`, now })

function must(card: LocalCard | null) {
  if (card === null) throw new Error('nothing was done')
  return card
}
function place(card: LocalCard, value: ArrowValue | null, slot = firstEmpty(card.slots) ?? 0) {
  const upon = card.slots[slot]?.change ?? null
  return must(write(card, { slot, upon, arrow: value === null ? null : called(value), why: '' }, facts()))
}
const reply = { version: 1, slots: null, overtaken: [], double: null }
const sentOf = ({ unsent, confirms }: LocalCard) => ({ changes: unsent, confirms })
const valuesOf = ({ slots }: { slots: Slots }) => slots.map((slot) => slot?.arrow?.value ?? null)
const shot = (card: LocalCard) => valuesOf(card).slice(0, 4)

describe('undo and redo', () => {
  test('leave alone what another device has changed since', () => {
    const mine = place(place(begun, 9), 8)
    const theirs = { change: 'of-theirs', before: [mine.slots[1]?.change ?? ''], arrow: called(7), why: '' }
    const card = applyResponse(mine, sentOf(mine), { ...reply, slots: mine.slots.with(1, theirs) })
    expect(undoable(card)?.slot).toBe(0)
    expect(shot(must(undo(card, facts())))).toEqual([null, 7, null, null])
  })

  test('always lead back to where one was (property)', () => {
    const acts = fc.array(
      fc.oneof(
        fc.record({ slot: fc.nat(5), value: fc.constantFrom<ArrowValue | null>(10, 9, 8, null) }),
        fc.constant('undo' as const),
        fc.constant('redo' as const),
      ),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(acts, (list) => {
        let card = begun
        let [states, at] = [[valuesOf(card)], 0]
        for (const act of list) {
          if (act === 'undo') {
            card = undo(card, facts()) ?? card
            at = Math.max(0, at - 1)
          } else if (act === 'redo') {
            card = redo(card, facts()) ?? card
            at = Math.min(states.length - 1, at + 1)
          } else {
            card = place(card, act.value, act.slot)
            states = [...states.slice(0, at + 1), valuesOf(card)]
            at += 1
          }
          expect(valuesOf(card)).toEqual(states[at])
        }
      }),
    )
  })
})

test('an arrow that another tab has taken up already is there once', () => {
  const act = { slot: 0, upon: null, arrow: called(9), why: '' }
  const same = facts()
  const written = must(write(begun, act, same))
  expect(write(written, act, same)).toBe(written)
  expect(written.unsent).toHaveLength(1)
  expect(write(written, act, facts())).toBeNull()
})

describe('the server’s response', () => {
  /** Like src/server/features/scorecards. */
  function serve(server: { slots: Slots; version: number }, card: LocalCard) {
    let { slots, version } = server
    const before = version
    const overtaken = []
    for (const change of card.unsent) {
      const taken = takeChange(slots, change)
      if (taken.outcome === 'taken') {
        slots = taken.slots
        version += 1
      }
      if (taken.outcome === 'overtaken') overtaken.push({ slot: change.slot, now: slots[change.slot] ?? null })
    }
    return {
      server: { slots, version },
      answer: { version, overtaken, slots: before === card.seen ? null : slots, double: null },
    }
  }
  const empty = { slots: emptySlots(firstSetup), version: 0 }

  test('takes what was sent off the list, and leaves what was written since', () => {
    const sent = place(begun, 9)
    const { answer } = serve(empty, sent)
    const card = applyResponse(place(sent, 8), sentOf(sent), answer)
    expect(card.unsent.map(({ slot }) => slot)).toEqual([1])
    expect(shot(card)).toEqual([9, 8, null, null])
    expect(card.seen).toBe(1)
  })

  test('to two devices in any order ends in one card, and no arrow is lost without a word (property)', () => {
    const acts = fc.array(
      fc.record({ device: fc.nat(1), value: fc.constantFrom<ArrowValue>(10, 9, 8), sync: fc.boolean() }),
    )
    fc.assert(
      fc.property(acts, (list) => {
        let server = empty
        const devices = [begun, begun]
        const sync = (device: number) => {
          const card = devices[device] as LocalCard
          const served = serve(server, card)
          server = served.server
          devices[device] = applyResponse(card, sentOf(card), served.answer)
        }
        for (const { device, value, sync: now } of list) {
          if (firstEmpty((devices[device] as LocalCard).slots) === null) continue
          devices[device] = place(devices[device] as LocalCard, value)
          if (now) sync(device)
        }
        for (const device of [0, 1, 0]) sync(device)
        const [one, other] = devices as [LocalCard, LocalCard]
        expect(valuesOf(one)).toEqual(valuesOf(server))
        expect(valuesOf(other)).toEqual(valuesOf(server))
        expect([one.unsent, other.unsent]).toEqual([[], []])
      }),
    )
  })
})

describe('a device that keeps cards again after it could not', () => {
  test('takes the screen’s card, and what the screen never had of the device', () => {
    const kept = place(begun, 9)
    const shown = place(begun, 8, 1)
    const card = catchUp(shown, kept)
    expect(shot(card)).toEqual([9, 8, null, null])
    expect(card.unsent.map(({ slot }) => slot)).toEqual([1, 0])
  })

  test('brings nothing back that the screen has changed or sent since', () => {
    const kept = place(begun, 9)
    const sent = applyResponse(kept, sentOf(kept), reply)
    const shown = place(place(sent, 'X', 0), 8)
    expect(catchUp(shown, kept)).toBe(shown)
    expect(shot(shown)).toEqual(['X', 8, null, null])
  })
})

test('the end that is looked at stays full until the next begins, by an arrow or by the button', () => {
  const nines = (count: number) => Array.from({ length: count }).reduce<LocalCard>((card) => place(card, 9), begun)
  const ended = endEnd(nines(3), 0)
  expect([nines(2), nines(3), ended, nines(4), nines(30)].map(shownEnd)).toEqual([0, 0, 1, 1, 9])
  // Its arrow was removed: the next one fills the gap.
  expect(shownEnd(place(nines(4), null, 0))).toBe(0)
  expect(shownEnd(must(undo(ended, facts())))).toBe(0)
})
