import type { CompiledQuery, QueryResult } from 'kysely'
import { expect, test, vi } from 'vitest'
import { outboxBeside } from '#test/support/mail-club.ts'
import { type AnsweredPractice, answeredPractice } from '#test/support/practice-with-rsvps.ts'

// A change notification is being sent while the next change arrives, with processes delayed at various points.

const second = 1000
const minute = 60 * second

/** Only Ana has an RSVP, and the outbox is stopped. */
async function onlyAna() {
  const at = await answeredPractice('sqlite')
  await at.club.ctx.outbox.stop()
  for (const who of [at.ben, at.cam]) await who.api.practices.answer({ practiceId: at.practiceId, answer: null })
  await at.club.db.deleteFrom('mailOutbox').execute()
  return at
}

const rows = (at: AnsweredPractice) => at.club.db.selectFrom('mailOutbox').selectAll().execute()
const later = () => Object.assign(new Error('451 later'), { responseCode: 451 })

/** Holds the first email until it is told to fail; the others are sent. */
function held(sent: string[]) {
  const [begun, fails] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let n = 0
  const send = async (mail: { subject: string }) => {
    if (n++ > 0) return void sent.push(mail.subject)
    begun.resolve()
    await fails.promise
    throw later()
  }
  return { begun: begun.promise, fail: fails.resolve, send }
}

/** A database whose first claim waits for the gate. */
function gated(db: AnsweredPractice['club']['db'], reached: () => void, gate: Promise<void>) {
  const other = db.withPlugin({ transformQuery: ({ node }) => node, transformResult: async ({ result }) => result })
  const executor = other.getExecutor()
  const { executeQuery } = executor
  let isFirst = true
  executor.executeQuery = async <Row>(query: CompiledQuery<Row>) => {
    if (isFirst && query.sql.startsWith('update "mail_outbox"')) {
      isFirst = false
      reached()
      await gate
    }
    return executeQuery.call(executor, query) as Promise<QueryResult<Row>>
  }
  return other
}

test('a change that is handed over between reading and claiming isn’t lost', async () => {
  await using at = await onlyAna()
  const sent: string[] = []
  await at.change({ startTime: '19:30', endTime: '21:30' })
  await at.club.clock.advance(3 * minute + second)
  const first = held(sent)
  const one = outboxBeside(at.club, first.send)
  await first.begun
  await at.change({ startTime: '19:30', endTime: '21:30', location: 'Co-Rec' })
  await at.pass(2 * minute + 55 * second)
  const [reached, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const db = gated(at.club.ctx.database.db, reached.resolve, open.promise)
  const two = outboxBeside(at.club, async (mail) => void sent.push(mail.subject), { db })
  await at.pass(10 * second)
  await reached.promise
  // That process would continue with other rows; here it stops.
  const ending = one.stop()
  first.fail()
  await ending
  await vi.waitFor(async () => expect(await rows(at)).toHaveLength(1))
  open.resolve()
  await at.pass(5 * minute)
  await one.stop()
  await two.stop()
  expect(sent).toEqual([expect.stringContaining('has a new time and location')])
}, 60_000)

test('the older email doesn’t take over the starting point of the newer one', async () => {
  await using at = await onlyAna()
  const sent: string[] = []
  await at.change({ startTime: '19:30', endTime: '21:30' })
  await at.club.clock.advance(3 * minute + second)
  const [a, b] = [held(sent), held(sent)]
  const one = outboxBeside(at.club, a.send)
  await a.begun
  await at.change({ startTime: '19:30', endTime: '21:30', location: 'Co-Rec' })
  await at.pass(2 * minute)
  const two = outboxBeside(at.club, b.send)
  await at.pass(70 * second)
  await b.begun
  a.fail()
  await at.hasFailed(1)
  b.fail()
  await vi.waitFor(async () => expect(await rows(at)).toHaveLength(1))
  await at.pass(5 * minute)
  await one.stop()
  await two.stop()
  expect(sent).toEqual([expect.stringContaining('has a new time and location')])
}, 60_000)
