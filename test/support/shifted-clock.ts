import type { BrowserContext } from '@playwright/test'

/**
 * From the next page on, this browser's clock is off by this much, as on a phone that was set wrong. Its timers run
 * normally.
 */
export function shiftClock(context: BrowserContext, byMs: number) {
  return context.addInitScript((byMs) => {
    const RealDate = Date
    class ShiftedDate extends RealDate {
      constructor(...given: [string | number] | []) {
        if (given.length > 0) super(...(given as [string]))
        else super(ShiftedDate.now())
      }
      static override now() {
        return RealDate.now() + byMs
      }
    }
    globalThis.Date = ShiftedDate as DateConstructor
    const { timeOrigin } = performance
    Object.defineProperty(performance, 'timeOrigin', { get: () => timeOrigin + byMs })
  }, byMs)
}
