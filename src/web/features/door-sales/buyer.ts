import type { PassName } from '#domain/passes.ts'

/** Whom an officer sells something. */
export type Buyer = {
  id: string
  name: string
  /** What they could check in with; null if they're already checked in, or can't be now. */
  held: { pass: PassName; dayPasses: number } | null
}
