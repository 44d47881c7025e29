import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { mostResidentMb } from '#test/support/resident-memory.ts'
import { startSmtpSink } from '#test/support/smtp-sink.ts'
import { makeLive } from './check-in-load.ts'
import { type Fault, type FaultContext, notJudged, outcomeOf } from './fault.ts'
import { openPhone, orNothing, p99, type Reply } from './phone.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { storeForStrangers, storeWithoutEnd } from './servers-without.ts'
import { checkInsFor } from './sign-in-load.ts'
import { mountDisk } from './small-disk.ts'
import { copyTree } from './tree-copy.ts'

const requests = 1_000_000
const controlRequests = 20_000
/** Parallel connections, more than a browser would open. */
const connections = 24
const diskMb = 200
const mostMemoryMb = 512
const mostGrownMb = 5
const checkInWithinMs = 500
const members = 100
const mb = 1024 * 1024

export const fault: Fault = {
  name: 'hostile-hour',
  promise:
    'A million requests of strangers, and of a member who tries what is for officers, on a disk of 200 MB: no member’s request fails, a check-in takes at most half a second (p99), and the data grows by at most 5 MB.',
  engines: ['sqlite'],
  limitMinutes: 40,
  async run(context) {
    const disk = await mountDisk(context, diskMb)
    if (disk === null) return notJudged('this user may not mount a disk')
    const wrong: string[] = []
    const dataDir = join(disk.folder, 'data')
    mkdirSync(dataDir)
    const smtp = await startSmtpSink()
    context.onEnd(() => smtp.stop())
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'Archery Club <archery@purdue.edu>' }
    const club = await seedClub(context, {
      members: members + 1,
      practices: 1,
      dataDir,
      env: { ...mail, NODE_OPTIONS: `--max-old-space-size=${mostMemoryMb / 2}` },
    })
    const server = await club.start()
    const [practiceId = ''] = club.practiceIds
    await makeLive(club, practiceId)
    const before = bytesIn(disk.folder)
    const [intruder, ...people] = club.members
    const total = context.rounds(requests)
    const strangers = attack(club, { cookie: intruder?.cookie ?? '', total, context })
    const evening = await live(club, { people, practiceId, until: strangers })
    const said = await strangers
    const rssMb = mostResidentMb(server.pid)
    // The stop moves SQLite's log into the file.
    await server.stop()
    const grownMb = (bytesIn(disk.folder) - before) / mb
    const failed = evening.filter((reply) => reply?.status !== 200)
    if (failed.length > 0)
      wrong.push(`${failed.length} requests of members failed: ${failed[0]?.status ?? 'no answer'}`)
    const checkIns = evening.filter((reply) => reply !== null && 'checkedInAt' in reply.json)
    const checkInMs = p99(checkIns.map((reply) => reply?.ms ?? Number.POSITIVE_INFINITY))
    if (checkInMs > checkInWithinMs) wrong.push(`a check-in took ${checkInMs} ms`)
    if (grownMb > mostGrownMb) wrong.push(`the data has grown by ${grownMb.toFixed(1)} MB`)
    if (rssMb > mostMemoryMb) wrong.push(`the server took ${rssMb} MB`)
    const faults = Object.entries(said).filter(([status]) => Number(status) >= 500 && status !== '503')
    if (faults.length > 0) wrong.push(`strangers were answered ${faults}`)
    wrong.push(...(await club.verify()))
    await club.letGo()

    const beforeControl = bytesIn(disk.folder)
    const open = await club.start((await copyTree(context, [storeForStrangers, storeWithoutEnd])).root)
    const few = Math.min(total, controlRequests)
    await attack(club, { cookie: intruder?.cookie ?? '', total: few, context })
    await open.stop()
    const controlMb = (bytesIn(disk.folder) - beforeControl) / mb
    if (controlMb / few <= grownMb / total)
      wrong.push('the control did not notice: what is stored for strangers took no more room')
    return outcomeOf(wrong, {
      'requests of strangers': total,
      answers: Object.entries(said)
        .map(([status, count]) => `${count}×${status}`)
        .join(' '),
      'requests of members': evening.length,
      'of these failed': failed.length,
      'mails to strangers': smtp.mails.length,
      'check-ins': checkIns.length,
      'check-in p99 ms': checkInMs,
      'data grown, MB': Number(grownMb.toFixed(2)),
      'most memory, MB': rssMb,
      'grown in the control, MB': Number(controlMb.toFixed(2)),
      'requests in the control': few,
    })
  },
}

type Attack = { cookie: string; total: number; context: Pick<FaultContext, 'signal' | 'say'> }

/** Sends requests of each kind in turn, on all connections. @returns the number of responses by status */
async function attack({ url }: SeededClub, { cookie, total, context }: Attack) {
  const said: Record<string, number> = {}
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let number = 0
  async function goOn() {
    while (number < total && !context.signal.aborted) {
      const each = number++
      const status = await send(agent, url, hostile(each, cookie))
      said[status] = (said[status] ?? 0) + 1
      if (each % 50_000 === 0) context.say(`${each} requests sent`)
    }
  }
  await Promise.all(Array.from({ length: connections }, goOn))
  agent.destroy()
  return said
}

type Hostile = { method?: 'POST'; path: string; body?: object; cookie?: string; site?: string }

/** All public requests, each with new values, and a member who requests what only officers may see. */
function hostile(number: number, cookie: string): Hostile {
  const operation = (name: string, input: object): Hostile => ({
    method: 'POST',
    path: `/rpc/${name}`,
    body: { json: input },
  })
  const email = `nobody${number}@purdue.edu`
  const token = randomUUID().replaceAll('-', '').padEnd(43, 'x')
  const kinds: (() => Hostile)[] = [
    () => operation('account/resendExpired', { token }),
    () => operation('account/signUp', { email, password: `a password of nobody ${number}` }),
    () => ({ path: `/login?next=/home%3Fopen%3D${number}` }),
    () => ({ method: 'POST', path: '/api/auth/sign-in/email', body: { email, password: 'wrong', rememberMe: true } }),
    () => ({ method: 'POST', path: '/api/auth/request-password-reset', body: { email } }),
    () => operation('account/isGone', { userId: token, mark: token }),
    () => ({ path: '/rpc/members/get?data=%7B%7D', cookie }),
    () => ({ method: 'POST', path: '/exports/members.csv', cookie, site: 'cross-site' }),
    () => operation('account/resendVerification', { email }),
    () => ({
      method: 'POST',
      path: '/api/auth/reset-password',
      body: { token, newPassword: 'quiet gold at eighteen metres' },
    }),
  ]
  return (kinds[number % kinds.length] as () => Hostile)()
}

function send(agent: Agent, url: string, { method, path, body, cookie, site }: Hostile): Promise<number | 'none'> {
  const { host, port } = new URL(url)
  return new Promise((resolve) => {
    const asked = request({
      host: '127.0.0.1',
      port,
      agent,
      path,
      method: method ?? 'GET',
      headers: {
        host,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
        ...(cookie && { cookie }),
        ...(site && { 'sec-fetch-site': site }),
      },
    })
    asked.on('response', (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 'none'))
      response.on('error', () => resolve('none'))
    })
    asked.on('error', () => resolve('none'))
    asked.end(body && JSON.stringify(body))
  })
}

type Evening = { people: SeededClub['members']; practiceId: string; until: Promise<unknown> }

/** Everyone checks in, one per second, while members load the home page until the attack is over. */
async function live({ url }: SeededClub, { people, practiceId, until }: Evening) {
  const replies: (Reply | null)[] = []
  let over = false
  void until.then(() => {
    over = true
  })
  const checkIns = checkInsFor(url, { members: people, practiceId }, { perSecond: 1, seconds: people.length })
  for (let number = 0; !over; number++) {
    replies.push(await orNothing(openPhone(url, people[number % people.length]?.cookie).home()))
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return [...replies, ...(await checkIns)]
}

/** The size of all files except SQLite's log and shared memory. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/-(wal|shm)$/.test(entry.name))
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
