import type { Operation } from '#contract/policies.ts'

/** What any other operation may be sent. */
export const longestJson = 64 * 1024

/** Operations that are sent more, in bytes: an edit of 5,000 members names each of them, in 65 bytes or so. */
export const longBodies: Partial<Record<Operation, number>> = { 'bulkEdit.apply': 512 * 1024 }
