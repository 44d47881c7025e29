// Shows: T81

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, prepareServer, type ServerProcess, startServerProcess } from '#test/support/server.ts'
import { attendanceOf, makeLive } from './check-in-load.ts'
import { requirePrograms, startProgram } from './debian-program.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { openPhone } from './phone.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { looksSeldom } from './servers-without.ts'
import { follow, quantile } from './stream-follower.ts'
import { copyTree } from './tree-copy.ts'

const people = 40
const changes = 20
/** By then, a process knows whether notifications get through. */
const knowsAfterMs = 12_000
const withinMs = { session: 1000, transaction: 3000 }

type Mode = keyof typeof withinMs

export const fault: Fault = {
  name: 'pgbouncer',
  promise:
    'Two processes that reach PostgreSQL by way of PgBouncer, in session and in transaction mode, lose and double nothing, and hear of each other: within a second, or within three where LISTEN means nothing (T81).',
  engines: ['postgres'],
  async run(context) {
    requirePrograms(['pgbouncer'])
    const wrong: string[] = []
    const figures: Record<string, number | string> = {}
    const club = await seedClub(context, { members: people, practices: 3 })
    for (const [n, mode] of (['session', 'transaction'] as const).entries()) {
      const found = await goBy(context, club, {
        mode,
        practiceId: club.practiceIds[n] ?? '',
        before: club.practiceIds[n - 1],
      })
      if (Math.max(...found.heardMs) > withinMs[mode])
        wrong.push(`${mode}: heard after ${quantile(found.heardMs, 100)} ms`)
      if (found.present !== people || found.doubled > 0)
        wrong.push(`${mode}: ${found.present} of ${people} are there, ${found.doubled} twice`)
      figures[`${mode} mode: heard by the other process after p50 / most ms`] =
        `${quantile(found.heardMs, 50)} / ${quantile(found.heardMs, 100)}`
      figures[`${mode} mode: check-ins at once, there, twice`] = `${people}, ${found.present}, ${found.doubled}`
    }
    wrong.push(...(await club.verify()))
    const { root } = await copyTree(context, [looksSeldom])
    const [, before = '', practiceId = ''] = club.practiceIds
    const control = await goBy(context, club, { mode: 'transaction', practiceId, before, root })
    const late = control.heardMs.filter((ms) => ms > withinMs.transaction).length
    if (late === 0) wrong.push('the control did not notice: who looks seldom hears of everything in time')
    figures['heard late by who looks every ten seconds (control)'] = `${late} of ${control.heardMs.length}`
    return outcomeOf(wrong, figures)
  },
}

type Way = { mode: Mode; practiceId: string; before: string | undefined; root?: string }

async function goBy(context: FaultContext, club: SeededClub, { mode, practiceId, before, root }: Way) {
  const port = await startPooler(context, club, mode)
  const url = new URL(club.env.DATABASE_URL ?? '')
  url.port = String(port)
  const servers: ServerProcess[] = []
  for (let n = 0; n < 2; n++) {
    const again = await prepareServer({ env: { ...club.shared, DATABASE_URL: url.href } })
    const server = await startServerProcess({ again, ...(root === undefined ? {} : { root }) })
    context.onEnd(() => server.dispose())
    servers.push(server)
  }
  const [one, other] = servers as [ServerProcess, ServerProcess]
  await pause(knowsAfterMs, undefined, { signal: context.signal })
  await makeLive({ ...club, url: one.url }, practiceId, before)

  const keys = club.members.map(() => randomUUID())
  const checkIn = (server: ServerProcess) => (member: { cookie: string }, i: number) =>
    openPhone(server.url, member.cookie).act('practices.checkIn', { practiceId }, keys[i])
  // Each twice with one key, through both processes.
  await Promise.all([...club.members.map(checkIn(one)), ...club.members.map(checkIn(other))])
  const counts = await attendanceOf(club, practiceId)
  const doubled = [...counts.values()].filter((times) => times > 1).length

  const heardMs: number[] = []
  let changedAt = 0
  let heard = Promise.withResolvers<void>()
  const follower = follow(other.url, club.officer.cookie, (event, data) => {
    if (event === 'change' && data.topic === 'practices') heard.resolve()
  })
  await follower.up()
  const rounds = Math.max(4, context.rounds(changes))
  const asking = openPhone(one.url, club.members[0]?.cookie)
  const answers = ['archer', null] as const
  for (let round = 0; round < rounds; round++) {
    heard = Promise.withResolvers()
    changedAt = performance.now()
    const { status } = await asking.act('practices.answer', {
      practiceId: club.practiceIds.at(-1),
      answer: answers[round % 2] ?? null,
    })
    if (status !== 200) throw new Error(`an answer was answered ${status}`)
    await Promise.race([heard.promise, pause(15_000)])
    heardMs.push(performance.now() - changedAt)
    await pause(300 + Math.random() * 1000)
  }
  follower.close()
  for (const server of servers) await server.stop()
  context.say(`${mode}: heard after ${quantile(heardMs, 50)} ms, at most ${quantile(heardMs, 100)} ms`)
  return { heardMs, present: counts.size, doubled }
}

/** Starts PgBouncer as Debian installs it, in front of the club's database. @returns its port */
async function startPooler(context: FaultContext, { env }: SeededClub, mode: Mode) {
  const { hostname, port: target, username, password } = new URL(env.DATABASE_URL ?? '')
  const port = await freePort()
  await startProgram(context, {
    name: 'pgbouncer',
    port,
    asNobody: true,
    settings: () => `
[databases]
* = host=${hostname} port=${target} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 30
ignore_startup_parameters = extra_float_digits, statement_timeout, idle_in_transaction_session_timeout
`,
    args: (file) => [file],
  })
  return port
}
