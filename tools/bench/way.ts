import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { checkInOf, openConnection, sendWithRetries } from './lines.ts'
import type { BenchPart, Round } from './part.ts'
import { openPhone, slowDown } from './phone.ts'

/** The way of a check-in from the press on one phone to the screen of another, in its parts. */
export const ways = (['sqlite', 'postgres'] as const).map(
  (engine): BenchPart => ({
    name: engine === 'sqlite' ? 'way' : 'way-postgres',
    about: `a check-in’s way from the press on one phone to the screen of another, in its parts (${engine})`,
    club: { members: 500, practices: 40 },
    engine,
    preload: join(import.meta.dirname, 'report-times.mjs'),
    rounds: 5,
    measure,
  }),
)

const warmUp = 100

const parts = [
  ['pressed', 'sent', 'browser, from the press to the request'],
  ['sent', 'received', 'network, to the server'],
  ['received', 'decided', 'decide'],
  ['decided', 'committed', 'commit'],
  ['committed', 'told', 'notify'],
  ['told', 'heard', 'network, to the other phone'],
  ['heard', 'shown', 'apply and paint'],
] as const

async function measure({ server, onEnd }: Round) {
  const [, presser, watcher, ...others] = server.members
  // The first of an evening finds the server's code not compiled yet.
  const connection = openConnection(server.port)
  onEnd(connection.close)
  for (const member of others.slice(0, warmUp)) await sendWithRetries(connection, checkInOf(server, member))
  const { openProfile } = await openPhone(onEnd)
  const pages: Page[] = []
  for (const member of [watcher, presser]) {
    const page = await (await openProfile(server, member)).newPage()
    await slowDown(page)
    await page.addInitScript(noteSteps)
    await page.goto(`${server.url}/home`)
    await page.getByRole('button', { name: 'Check In' }).waitFor()
    pages.push(page)
  }
  const [watching, pressing] = pages
  if (!watching || !pressing) throw new Error('two pages were to be open')
  // Until their streams are open and everything that loads later is there.
  await pause(5000)
  await watching.evaluate(() => window.steps?.clear())
  const since = performance.timeOrigin + performance.now()
  await pressing.getByRole('button', { name: 'Check In' }).click()
  await watching.waitForFunction(() => window.steps?.has('shown'))
  await pressing.waitForFunction(() => window.steps?.has('sent'))
  const at = new Map<string, number>()
  // Later ones belong to the announcement.
  for (const [step, ms] of server.steps()) if (ms > since && !at.has(step)) at.set(step, ms)
  for (const page of [pressing, watching])
    for (const [step, ms] of await page.evaluate(() => [...(window.steps ?? [])]))
      if (page === pressing ? step === 'pressed' || step === 'sent' : step === 'heard' || step === 'shown')
        at.set(step, ms)
  const between = (from: string, to: string) => (at.get(to) ?? Number.NaN) - (at.get(from) ?? Number.NaN)
  return [
    ...parts.map(([from, to, name]) => ({ name, unit: 'ms', value: between(from, to) })),
    { name: 'from the press to the other screen', unit: 'ms', value: between('pressed', 'shown') },
  ]
}

declare global {
  interface Window {
    /** When this page reached each step, in milliseconds since 1970. */
    steps?: Map<string, number>
  }
}

/** In the page, before its own scripts. */
function noteSteps() {
  const steps = new Map<string, number>()
  window.steps = steps
  const note = (step: string, ms = performance.now()) => {
    if (!steps.has(step)) steps.set(step, performance.timeOrigin + ms)
  }
  addEventListener('pointerdown', () => note('pressed'), true)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name.includes('/practices/checkIn')) note('sent', entry.startTime)
  }).observe({ type: 'resource' })
  const Own = EventSource
  window.EventSource = class extends Own {
    constructor(address: string | URL) {
      super(address)
      this.addEventListener('change', ({ data }) => {
        if (!data.includes('"live"')) return
        note('heard')
        new MutationObserver((_, observer) => {
          observer.disconnect()
          requestAnimationFrame(() => setTimeout(() => note('shown')))
        }).observe(document.body, { subtree: true, childList: true, characterData: true })
      })
    }
  }
}
