/**
 * Loaded into a server's process before anything else (server-clock.ts): its wall clock stands still at the instant in
 * CLOCK_FILE until another one is written there. Timers run in real time.
 */
import { readFileSync } from 'node:fs'

const file = process.env.CLOCK_FILE ?? ''
const RealDate = Date

class SetDate extends RealDate {
  constructor(...given: [string | number] | []) {
    if (given.length > 0) super(...(given as [string]))
    else super(SetDate.now())
  }
  static override now() {
    return RealDate.parse(readFileSync(file, 'utf8'))
  }
}

globalThis.Date = SetDate as DateConstructor
