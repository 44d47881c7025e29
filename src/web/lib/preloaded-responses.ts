/**
 * What public/early.js has asked for before any code was there (src/server/http/html-shells.ts says which addresses): each answer is
 * handed on once, to the first who asks.
 */
type EarlyAnswer = {
  /** By `performance.now()`. */
  askedAt: number
  answer: Promise<Response>
}

declare global {
  interface Window {
    /** By address. Put there by public/early.js. */
    earlyAnswers?: Record<string, EarlyAnswer>
  }
}

export function takePreloadedResponse(address: string) {
  const early = window.earlyAnswers?.[address]
  delete window.earlyAnswers?.[address]
  return early?.answer
}
