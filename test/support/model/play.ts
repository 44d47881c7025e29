import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { foldLedger } from '#domain/ledger.ts'
import type { Reply } from '#domain/rsvp.ts'
import { openSession } from '#server/auth/accounts.ts'
import { sessionCookie } from '#server/auth/cookies.ts'
import { listGifts } from '#server/features/attendance/rain-out.ts'
import { brokenRules } from '../broken-rules.ts'
import { reasonOf, type TestClub } from '../club.ts'
import { doorStore } from '../sales.ts'
import { type Act, acts, after, type Scene, type Step } from './acts.ts'
import { changed, type Model, newPractice, of, plain } from './model.ts'
import { aim, hasRangePass, people, wordsOf } from './steps.ts'

const minute = 60_000
const roleAtFirst = (i: number) => (i < 2 ? 'Officer' : 'Member')
const asTheyCome = { dayPasses: 2, paid: 0, removed: false, erased: false, passOf: null }
const actOf = (step: Step) => acts[step.act as keyof typeof acts] as Act
/** A request, whether it succeeded, and whether it changed anything. */
type Try = { act: Step['act']; went: boolean; did: boolean }
/** It sells at the door, and guests come once. */
export const modelClub = { storeImport: doorStore, guests: { mostPerTerm: 1 } }
type Person = { api: ReturnType<TestClub['caller']>; id: string; email: string; code: string }

/**
 * Plays a history in a club: four people, two of them officers, and four practices: one can start right away, and one is over.
 * @returns the problems after the first step that has any; what was tried; and how often `quiver verify` looked
 */
export async function play(club: TestClub, steps: Step[]) {
  const crew: Person[] = []
  for (let i = 0; i < people; i++) {
    const pass = hasRangePass(i) ? 'Carpool Range Pass' : 'none'
    const facts = { keep: true, hasCar: 1, carCapacity: 3, dayPasses: 2, pass } as const
    const { id, email, row, ...api } = await club.member({ ...facts, role: roleAtFirst(i) })
    await api.api.passCode.create({})
    crew.push({ id, email, api, code: (await row()).passCodeHash ?? '' })
  }
  const ids = crew.map(({ id }) => id)
  const emails = crew.map(({ email }) => email)
  // People from an earlier history must not count toward the last officer.
  await club.db.updateTable('member').set({ role: 'Member' }).where('id', 'not in', ids).execute()
  const startMs = club.clock.now()
  const at = (minutes: number) => new Date(startMs + minutes * minute).toISOString()
  const ends = [at(130), at(140), at(24 * 60 + 120), at(-60)]
  const practiceIds = [
    await club.practice({ title: 'Tonight', startsAt: at(10), endsAt: ends[0] }),
    await club.practice({ title: 'Also tonight', startsAt: at(20), endsAt: ends[1] }),
    await club.practice({ title: 'Tomorrow', startsAt: at(24 * 60), endsAt: ends[2] }),
    await club.practice({ title: 'Before', startsAt: at(-180), endsAt: ends[3] }),
  ]
  let model: Model = {
    people: crew.map((_, i) => ({ ...asTheyCome, role: roleAtFirst(i) })),
    practices: practiceIds.map(newPractice),
    ...{ edits: [], sales: [] },
  }
  const kiosks: Scene['kiosks'] = []
  const tries: Try[] = []
  let verified = 0
  const verify = () => {
    verified += 1
    return brokenRules(club.ctx)
  }

  const settle = (now: Model) =>
    changed(now, (copy) => {
      for (const [i, practice] of copy.practices.entries())
        if (practice.live && (ends[i] ?? '') <= new Date(club.clock.now()).toISOString()) practice.live = false
    })

  for (let i = 0; i < steps.length; i++) {
    const first = aim(model, steps[i] as Step)
    const next = steps[i + 1]
    const isPair = first.together && next && next.act !== 'wait' && first.act !== 'wait'
    const sent = isPair ? [first, aim(model, next)] : [first]
    i += sent.length - 1
    if (first.act === 'wait') {
      // Jumps ahead, then lets a minute pass in which the server's timers handle what is due.
      club.clock.set(at((club.clock.now() - startMs) / minute + first.amount * first.amount * 12))
      await club.clock.advance(minute)
      model = settle(model)
      const wrong = await faultsOf(model)
      if (wrong.length > 0) return { wrong: [`${wordsOf(first)}: ${wrong.join('; ')}`], tries, verified }
      continue
    }
    // No two steps in the same millisecond.
    await club.clock.advance(1)
    const audited = await countAudit()
    const spots = await spotsTaken()
    await club.enterPasswords()
    await club.letADayPass()
    const outcomes = await sendAll(sent)
    const faults = outcomes.flatMap(({ faults }) => faults)
    const done = sent.filter((_, n) => outcomes[n]?.went)
    const answerOf = (one: Step) => outcomes[sent.indexOf(one)]?.answer
    for (const one of sent) {
      const went = done.includes(one)
      tries.push({ act: one.act, went, did: went && !isDeepStrictEqual(after(model, one, answerOf(one)), model) })
    }
    const orders = done.length === 2 ? [done, done.toReversed()] : [done]
    const possible = orders.map((order) =>
      settle(order.reduce((state, one) => after(state, one, answerOf(one)), model)),
    )
    const now = plain(await read())
    const fits = possible.find((state) => isDeepStrictEqual(plain(state), now))
    const wrong = [...faults, ...(fits ? await faultsOf(fits) : [differenceOf(possible[0] ?? model, now)])]
    const rows = (await countAudit()) - audited
    wrong.push(
      ...auditFaults(
        sent,
        done,
        outcomes[0]?.answer,
        rows,
        fits !== undefined && !isDeepStrictEqual(plain(model), now),
      ),
    )
    wrong.push(...(await spotFaults(done, spots)), ...guestFaults(done, fits ?? model))
    if (i % 8 === 0) wrong.push(...(await verify()))
    if (wrong.length > 0) return { wrong: [`${sent.map(wordsOf).join(' + ')}: ${wrong.join('; ')}`], tries, verified }
    model = fits ?? model
    for (const { act, target } of done)
      if (act === 'restoreMember' && !of(model.people, target).removed) await signInAgain(target)
  }
  await endTheDay()
  return { wrong: await verify(), tries, verified }

  async function sendAll(steps: Step[]) {
    const codes = crew.map(({ code }) => code)
    const scene: Scene = { ...{ model, practiceIds, ids, emails, codes }, ...{ club, logIn, kiosks } }
    const ready = await Promise.all(
      steps.map(async (one) => {
        const { api, with: keyed } = of(crew, one.actor).api
        const about = {
          practice: { practiceId: of(practiceIds, one.practice) },
          member: { memberId: of(ids, one.target) },
        }
        const key = randomUUID()
        const ready = { ...scene, ...about, step: one, key }
        Object.assign(one, await actOf(one).read?.(api, ready))
        return { one, send: () => actOf(one).send(keyed(key), ready) }
      }),
    )
    return Promise.all(
      ready.map(async ({ one, send }) => {
        const tries = one.again ? [send(), send()] : [send()]
        const [answer, repeated] = await Promise.allSettled(tries)
        const faults = [answer, repeated].flatMap((each) =>
          each?.status === 'rejected' && !(each.reason?.status < 500) ? [`a fault: ${each.reason?.message}`] : [],
        )
        const said = (each: PromiseSettledResult<unknown>) =>
          each.status === 'fulfilled' ? JSON.stringify(each.value) : reasonOf(each)
        // Someone who removes their own account or role can't repeat the request.
        const itself = one.target === one.actor && ['removeMember', 'setRole', 'eraseMember'].includes(one.act)
        if (answer && repeated && !itself && steps.length === 1 && said(answer) !== said(repeated))
          faults.push(`the same key was answered ${said(answer)} and ${said(repeated)} (I11)`)
        const good = [answer, repeated].find((each) => each?.status === 'fulfilled')
        return { went: good !== undefined, answer: good?.status === 'fulfilled' ? good.value : undefined, faults }
      }),
    )
  }

  async function read(): Promise<Model> {
    const members = await club.db.selectFrom('member').selectAll().where('id', 'in', ids).execute()
    const rows = await club.db.selectFrom('practice').selectAll().where('id', 'in', practiceIds).execute()
    const rowsOf = (table: 'attendance' | 'cantCome' | 'carpoolCredit') =>
      club.db.selectFrom(table).select(['practiceId', 'memberId']).where('practiceId', 'in', practiceIds).execute()
    const answers = await club.db.selectFrom('rsvp').selectAll().where('practiceId', 'in', practiceIds).execute()
    const [attendance, cantCome, credits] = [
      await rowsOf('attendance'),
      await rowsOf('cantCome'),
      await rowsOf('carpoolCredit'),
    ]
    const guests = await club.db
      .selectFrom('preRegistration')
      .innerJoin('guest', 'guest.id', 'guestId')
      .select(['practiceId', 'name'])
      .$narrowType<{ practiceId: string }>()
      .where('practiceId', 'in', practiceIds)
      .execute()
    const now = new Date(club.clock.now()).toISOString()
    const number = (memberId: string) => ids.indexOf(memberId)
    return {
      people: ids.map((id) => {
        const row = members.find((member) => member.id === id)
        if (!row) throw new Error('A member is gone.')
        const { dayPasses, paidPractices: paid, role } = row
        return { dayPasses, paid, role, removed: row.removedAt !== null, erased: row.erasedAt !== null, passOf: null }
      }),
      practices: await Promise.all(
        practiceIds.map(async (id) => {
          const row = rows.find((practice) => practice.id === id)
          if (!row) throw new Error('A practice is gone.')
          const here = <T extends { practiceId: string }>(list: T[]) =>
            list.filter(({ practiceId }) => practiceId === id)
          return {
            limit: row.attendanceLimit,
            live: row.startedAt !== null && row.endedAt === null && row.endsAt > now,
            early: row.endedEarly === 1,
            deleted: row.deletedAt !== null,
            attended: here(attendance).map(({ memberId }) => number(memberId)),
            guests: here(guests).map(({ name }) => Number(name.split(' ')[1])),
            self: [],
            // A member on both lists appears twice, which matches no model.
            answers: [
              ...here(answers).map(({ memberId, kind }): [number, Reply] => [number(memberId), kind]),
              ...here(cantCome).map(({ memberId }): [number, Reply] => [number(memberId), 'cant-come']),
            ],
            credits: here(credits).map(({ memberId }) => number(memberId)),
            gifts: (await listGifts(club.db, id)).map(
              ({ memberId, gift }) => [number(memberId), gift.dayPasses > 0] as [number, boolean],
            ),
            heldCredits: [],
          }
        }),
      ),
      ...{ edits: [], sales: [] },
    }
  }

  /**
   * Invariants of every state: counts equal the ledger's sums, at most one live practice, no negative day passes, an
   * active officer.
   */
  async function faultsOf(state: Model) {
    const wrong: string[] = []
    const rows = await club.db.selectFrom('ledger').selectAll().where('memberId', 'in', ids).execute()
    for (const [i, id] of ids.entries()) {
      const own = rows.filter(({ memberId }) => memberId === id)
      const sums = foldLedger(own)
      const used = own.filter(({ cause }) => cause.startsWith('use:')).length
      const back = foldLedger(own.filter(({ cause }) => /^(unuse|rain|unrain):/.test(cause))).dayPasses
      if (back > used) wrong.push(`${back} day passes came back to ${i} of ${used} that were used`)
      const { dayPasses, paid } = state.people[i] ?? { dayPasses: 0, paid: 0 }
      if (sums.dayPasses !== dayPasses)
        wrong.push(`${i} has ${dayPasses} day passes, the ledger ${sums.dayPasses} (I3)`)
      if (sums.paidPractices !== paid) wrong.push(`${i} has ${paid} paid, the ledger ${sums.paidPractices} (I5)`)
      if (dayPasses < 0) wrong.push(`${i} has ${dayPasses} day passes (I3)`)
    }
    if (state.practices.filter(({ live }) => live).length > 1) wrong.push('two practices are live (I2)')
    if (!state.people.some(({ role, removed }) => role === 'Officer' && !removed)) wrong.push('no officer is left (I6)')
    const gone = ids.filter((_, i) => state.people[i]?.removed)
    if (gone.length > 0) {
      const sessions = await club.db.selectFrom('session').select('id').where('userId', 'in', gone).execute()
      if (sessions.length > 0) wrong.push('somebody who was removed is signed in (I9)')
    }
    return wrong
  }

  async function countAudit() {
    const { rows } = await club.db
      .selectFrom('audit')
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .where('actor', 'in', ids)
      // A member's attempt at an officer's operation is logged, and has no other effect (T22).
      .where('action', '!=', 'refused')
      .executeTakeFirstOrThrow()
    return Number(rows)
  }

  /** Each officer mutation that changed something has its one audit row, and each refused one has none (I10). */
  function auditFaults(sent: Step[], done: Step[], answer: unknown, rows: number, changedSomething: boolean) {
    if (sent.length > 1) return []
    const [one] = done
    if (!one) return rows === 0 ? [] : [`a refusal left ${rows} audit rows (I10)`]
    const { audits = () => 1 } = actOf(one)
    const wanted = audits(model, one, answer)
    return changedSomething && wanted !== null && rows !== wanted
      ? [`${rows} audit rows in place of ${wanted} (I10)`]
      : []
  }

  async function spotsTaken() {
    const rows = await club.db
      .selectFrom('rsvp')
      .innerJoin('member', 'member.id', 'rsvp.memberId')
      .select('rsvp.practiceId')
      .where('rsvp.practiceId', 'in', practiceIds)
      .where('rsvp.waiting', 'is', null)
      .where('member.removedAt', 'is', null)
      .execute()
    return practiceIds.map((id) => rows.filter(({ practiceId }) => practiceId === id).length)
  }

  /** No one gets a spot from an RSVP when none is free (I13). */
  async function spotFaults(done: Step[], before: number[]) {
    if (!done.every(({ act }) => act === 'answer')) return []
    const now = await spotsTaken()
    return done.flatMap(({ practice }) => {
      const limit = model.practices[practice]?.limit ?? null
      const [taken, then] = [now[practice] ?? 0, before[practice] ?? 0]
      return limit !== null && taken > limit && taken > then ? [`${taken} have one of ${limit} places (I13)`] : []
    })
  }

  /** A guest who has come as often as they may isn't entered again. */
  function guestFaults(done: Step[], { practices }: Model) {
    const entered = done.filter(({ act, amount }) => act === 'guest' && amount <= 4)
    return entered.flatMap(({ amount }) => {
      const visits = practices.filter(({ deleted, guests }) => !deleted && guests.includes(amount % 2)).length
      return visits > modelClub.guests.mostPerTerm ? [`guest ${amount % 2} has come ${visits} times`] : []
    })
  }

  async function signInAgain(target: number) {
    of(crew, target).api = await logIn(target)
  }

  async function logIn(who: number) {
    const person = of(crew, who)
    const { token } = await club.ctx.write((tx) =>
      openSession(tx, club.ctx, { userId: person.id, keep: true, userAgent: 'test', nowMs: club.clock.now() }),
    )
    const cookie = sessionCookie(club.ctx.baseUrl, club.ctx.secrets, token, 1).split(';')[0] ?? ''
    return club.caller(cookie)
  }

  /** Advances the clock until the live practice ends, so that the next history in this club can start its own. */
  async function endTheDay() {
    club.clock.set(at(27 * 60))
    await club.clock.advance(minute)
  }
}

function differenceOf(model: Model, now: ReturnType<typeof plain>) {
  const expected = plain(model)
  const lines = (['people', 'practices'] as const).flatMap((what) =>
    expected[what].flatMap((each, i) =>
      isDeepStrictEqual(each, now[what][i])
        ? []
        : [`${what} ${i}: was told ${JSON.stringify(each)}, there is ${JSON.stringify(now[what][i])}`],
    ),
  )
  return lines.join('; ')
}
