import type { Page } from '@playwright/test'
import { livePractice } from './club-rows.ts'
import { addressOf, checkInOf, openConnection, requestOf, sendWithRetries } from './lines.ts'
import { type BenchPart, percentile, type Round } from './part.ts'
import { openPhone, slowDown } from './phone.ts'

const warmUps = 5
const readings = 40
const presses = 50
const words = ['member4321', 'bowman', 'garcia', 'member7', 'inés']

/** The queries of members' and officers' pages, except those that need an invitation or earlier data. */
const lists =
  'session home passes profile sessions pushDevices info myPractices calendarFeed scorecards members bulkEdits managePractices exportPermission resources turnout audit storeImport paidCounts'
const reads: [operation: string, input?: object][] = [
  ...lists.split(' ').map((name): [string] => [`${name}.get`]),
  ['memberRecord.get', { memberId: 'm7' }],
  ['practiceRecord.get', { practiceId: 'past-7' }],
  ['rainOut.get', { practiceId: 'past-7' }],
]

export const large: BenchPart = {
  name: 'large',
  about:
    'a club of 5,000 members and 2,000 practices: what an officer’s pages read after a write, and the filter of /members',
  club: { members: 5000, practices: 2000 },
  rounds: 3,
  measure: async (round) => [...(await measureReads(round)), ...(await measureFilter(round))],
}

async function measureReads({ server, onEnd }: Round) {
  const [officer, member] = server.members
  if (!officer || !member) throw new Error('a club without members')
  const connection = openConnection(server.port)
  onEnd(connection.close)
  const read = (operation: string, input?: object) =>
    sendWithRetries(connection, requestOf(server, officer, { address: addressOf(operation, input) }))
  const removal = { address: '/rpc/practices/removeAttendee', act: { practiceId: livePractice, memberId: member.id } }
  /** Alternating writes, one before each read, so that no response comes from a cache. */
  const writes = [() => checkInOf(server, member), () => requestOf(server, officer, removal)]
  let turn = 0
  const results = []
  for (const [operation, first] of reads) {
    const inputs = [first]
    for (let i = 0; operation === 'members.get' && i < inputs.length; i++) {
      const { next: cursor } = JSON.parse((await read(operation, inputs[i])).body.toString()).json
      if (typeof cursor === 'string') inputs.push({ cursor })
    }
    const times: number[] = []
    for (let n = 0; n < warmUps + readings; n++) {
      await sendWithRetries(connection, writes[turn++ % 2]?.() as Buffer)
      times.push((await read(operation, inputs[n % inputs.length])).ms)
    }
    results.push({ name: operation, unit: 'ms p99', value: percentile(times.slice(warmUps), 99), atMost: 100 })
  }
  return results
}

async function measureFilter({ server, onEnd }: Round) {
  const { openProfile } = await openPhone(onEnd)
  const profile = await openProfile(server, server.members[0])
  const page = await profile.newPage()
  await page.goto(`${server.url}/members`)
  await page.getByRole('searchbox').waitFor()
  await page.locator('[data-key], [role=rowheader], th[scope=row]').first().waitFor()
  // By then, code that loads after the list, such as dialogs, has loaded.
  await page.waitForTimeout(1500)
  await slowDown(page, { network: false })
  const times = await pressKeys(page)
  return [
    { name: 'filter key until painted', unit: 'ms p50', value: percentile(times, 50) },
    { name: 'filter key until painted, mostly', unit: 'ms p95', value: percentile(times, 95), atMost: 100 },
  ]
}

/** Types each word letter by letter, then clears the field. Measures in the page, from the event until after the next paint. */
function pressKeys(page: Page) {
  return page.evaluate(
    async ([words, presses]) => {
      const field = document.querySelector<HTMLInputElement>('input[type=search]')
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      const texts = words.flatMap((word) => [...Array.from(word, (_, i) => word.slice(0, i + 1)), ''])
      const times: number[] = []
      while (times.length < presses) {
        const begunAt = performance.now()
        set?.call(field, texts[times.length % texts.length])
        field?.dispatchEvent(new Event('input', { bubbles: true }))
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        times.push(performance.now() - begunAt)
        // No one types faster on a phone.
        await new Promise((resolve) => setTimeout(resolve, 120))
      }
      return times
    },
    [words, presses] as const,
  )
}
