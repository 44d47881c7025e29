/**
 * What public/early.js has asked for before any code was there (src/server/http/documents.ts says which addresses): each answer is
 * handed on once, to the first who asks.
 */
type EarlyAnswer = {
  /** By `performance.now()`. */
  askedAt: number
  answeredAt?: number
  answer: Promise<Response>
}

declare global {
  interface Window {
    /** By address. Put there by public/early.js. */
    earlyAnswers?: Record<string, EarlyAnswer>
  }
}

export function takeEarlyAnswer(address: string) {
  const early = peekAtEarlyAnswer(address)
  delete window.earlyAnswers?.[address]
  return early?.answer
}

export function peekAtEarlyAnswer(address: string) {
  return window.earlyAnswers?.[address]
}

/** They are for who was signed in then. */
export function forgetEarlyAnswers() {
  window.earlyAnswers = {}
}
