import type { PreviewLine, StorePreview } from '#contract/store-orders.ts'
import { displayName } from '#domain/names.ts'
import type { Planned } from '#domain/store-orders/import-plan.ts'
import type { Candidate, ImportPlan, ReadFile } from './plan-import.ts'

/** Everything that a file would change, and what not and why. */
export function previewOf(
  { entries, after, people, seen }: ImportPlan,
  { reading, lines, unread }: ReadFile,
): StorePreview {
  const numbers = new Set([...lines, ...unread].map(({ number }) => number))
  return {
    ...reading,
    total: numbers.size,
    seen,
    members: [...after]
      .map(([memberId, next]) => {
        const { email, paidPractices = 0, dayPasses = 0, ...names } = people.get(memberId) ?? nobody
        const booked = entries.filter(({ result }) => result.outcome === 'book' && result.memberId === memberId)
        return {
          ...{ memberId, name: displayName(names), email, lines: booked.length },
          before: { paidPractices, dayPasses },
          after: next,
        }
      })
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.email.localeCompare(b.email)),
    lines: entries.map(toPreviewLine),
    unread,
  }
}

const nobody = { email: '', nameFirst: '', nameLast: '', paidPractices: 0, dayPasses: 0 }

function toPreviewLine({ line, gain, result }: Planned<Candidate>): PreviewLine {
  const waits = result.outcome === 'wait'
  return {
    number: line.number,
    order: line.orderId,
    email: line.email,
    name: line.name,
    product: line.product,
    quantity: line.quantity,
    boughtOn: line.boughtOn,
    gain: line.worth === null ? null : gain,
    outcome: result.outcome,
    why: waits ? result.why : null,
    memberId: waits || result.outcome === 'book' ? result.memberId : null,
    forEmail: waits ? result.forEmail : null,
  }
}
