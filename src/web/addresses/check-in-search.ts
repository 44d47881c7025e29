import { codePattern } from '#domain/check-in-code.ts'

/** What the QR code on an officer's screen says; all empty where a member types the code. */
export type CheckInSearch = { practice?: string; code?: string; step?: number }

/** The router reads a value that is all digits as a number. */
export function readCheckInSearch({ practice, code, step }: Record<string, unknown>): CheckInSearch {
  const digits = typeof code === 'number' ? String(code).padStart(6, '0') : code
  return {
    ...((typeof practice === 'string' || typeof practice === 'number') && { practice: String(practice) }),
    ...(typeof digits === 'string' && codePattern.test(digits) && { code: digits }),
    ...(Number.isSafeInteger(step) && { step: Number(step) }),
  }
}
