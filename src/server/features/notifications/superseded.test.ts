import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
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
function gated(db: AnsweredPractice['club']['ctx']['database']['db'], reached: () => void, gate: Promise<void>) {
  let first = true
  const wrap = (b: object): object =>
    new Proxy(b, {
      get(target, name) {
        const value = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        if (name === 'executeTakeFirst')
          return async () => {
            reached()
            await gate
            return value.call(target)
          }
        return (...args: unknown[]) => {
          const out = value.apply(target, args)
          return out && typeof out === 'object' && !(out instanceof Promise) ? wrap(out) : out
        }
      },
    })
  return new Proxy(db, {
    get(target, name) {
      const value = Reflect.get(target, name, target)
      if (name === 'updateTable' && first)
        return (...args: unknown[]) => {
          first = false
          return wrap(value.apply(target, args))
        }
      return typeof value === 'function' ? value.bind(target) : value
    },
  }) as typeof db
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

test('an email that a server refused for now doesn’t count as arrived while a command holds the database', async () => {
  await using at = await onlyAna()
  await at.cancel()
  await at.club.clock.advance(3 * minute + second)
  const command = new DatabaseSync(`${at.club.dataDir}/quiver.db`)
  const sent: string[] = []
  let n = 0
  const released = Promise.withResolvers<void>()
  const one = outboxBeside(at.club, async (mail) => {
    if (n++ > 0) return void sent.push(mail.subject)
    command.exec('begin immediate')
    setTimeout(() => {
      command.exec('rollback')
      released.resolve()
    }, 100)
    throw later()
  })
  await released.promise
  await pause(300)
  await at.cancel(false)
  await at.pass(10 * minute)
  await one.stop()
  command.close()
  expect(sent).toEqual([])
}, 60_000)
