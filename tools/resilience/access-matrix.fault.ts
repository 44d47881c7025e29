// Shows: T10, T22

import { join } from 'node:path'
import { createSecrets } from '#server/crypto/secrets.ts'
import { shellAddress } from '#server/http/shell-address.ts'
import {
  type Asker,
  everybody,
  expectedAt,
  expectedOf,
  heardIn,
  routeRows,
  signingOutLast,
  verdict,
} from '#test/support/access-matrix.ts'
import { jpeg } from '#test/support/pictures.ts'
import { operations, ways } from '#test/support/transports.ts'
import { type Fault, outcomeOf } from './fault.ts'
import { type SeededClub, type SeededMember, seedClub } from './seeded-club.ts'
import { copyTree, projectRoot } from './tree-copy.ts'

/** Policies loosened for the control, one of each kind; each affects at least one cell. */
const letDown = [
  ["'members.get': 'officer'", "'members.get': 'member'"],
  ["'practices.checkIn': 'member'", "'practices.checkIn': 'signed-in'"],
  ["'profile.get': 'member'", "'profile.get': 'signed-in'"],
] as const

export const fault: Fault = {
  name: 'access-matrix',
  promise:
    'The built server in production mode lets in those the matrix names, and no one else: each operation by both ways in, each route beside them, asked by each of ten kinds of people (T10, T22).',
  engines: ['sqlite', 'postgres'],
  async run(context) {
    const club = await seedClub(context, { members: 60 })
    const server = await club.start()
    const operationCells = await askOperations(club)
    const routeCells = await askRoutes(club)
    await server.stop()

    const { root, apply } = await copyTree(context)
    for (const [from, to] of letDown) apply({ file: 'src/contract/policies.ts', from, to })
    const control = await club.start(root)
    const noticed = (await askOperations(club)).filter(isWrong).length
    await control.stop()
    const wrong = [...operationCells, ...routeCells]
      .filter(isWrong)
      .map((cell) => `${cell.asked}, as ${cell.asker}: ${cell.heard} in place of ${cell.expected}`)
    if (noticed < letDown.length) wrong.push(`the control noticed ${noticed}`)
    return outcomeOf(wrong, {
      operations: operations.length,
      'kinds of people': new Set(operationCells.map(({ asker }) => asker)).size,
      'cells of operations': operationCells.length,
      'cells of routes beside them': routeCells.length,
      'wrong cells': [...operationCells, ...routeCells].filter(isWrong).length,
      [`wrong cells with ${letDown.length} policies let down (control)`]: noticed,
    })
  },
}

type Cell = { asked: string; asker: string; heard: string; expected: string }
const isWrong = ({ heard, expected }: Cell) => heard !== expected

async function askOperations(club: SeededClub) {
  const cells: Cell[] = []
  for (const way of ways) {
    const people = await everybody(peopleOf(club))
    for (const operation of signingOutLast)
      for (const [asker, who] of Object.entries(people)) {
        const expected = expectedAt(operation, asker as Asker)
        cells.push({ asked: `${way} ${operation}`, asker, expected, heard: await verdict(who, operation, way) })
      }
  }
  return cells
}

async function askRoutes(club: SeededClub) {
  const people = await everybody(peopleOf(club))
  const words = await wordsOf(club)
  const cells: Cell[] = []
  for (const [name, row] of Object.entries(routeRows)) {
    const [method = '', url = ''] = name.split(' ')
    const path = (row.at ?? url).replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '')
    for (const [asker, { cookie }] of Object.entries(people)) {
      const expected = expectedOf(row, asker as Asker, method === 'GET')
      // Files of the small sample build only, which this isn't.
      if (expected === null || /abc123/.test(url)) continue
      const reply = await ask(club.url, { method, path, cookie, sends: row.sends })
      const heard = heardIn({ ...reply, body: reply.payload }).replace(/localhost:\d+/, 'localhost:3000')
      cells.push({ asked: name, asker, expected, heard })
    }
  }
  return cells
}

/** Values for the placeholders in the matrix: a photo, a practice, a calendar feed, the mailbox, the service worker's page. */
async function wordsOf(club: SeededClub): Promise<Record<string, string>> {
  const { cookie } = club.officer
  const send = (method: string, path: string, sends?: { type: string; body: string | Buffer }) =>
    ask(club.url, { method, path, cookie, sends })
  const picture = await send('PUT', '/api/v1/profile/picture', { type: 'image/jpeg', body: await jpeg() })
  await send('POST', '/rpc/calendarFeed/create', { type: 'application/json', body: '{"json":{}}' })
  const { json } = (await send('GET', '/rpc/calendarFeed/get')).json()
  return {
    picture: picture.json().pictureUrl.split('/')[3],
    practice: club.practiceIds[0] ?? '',
    feed: json.feed.url.match(/([\w-]{43})\.ics$/)[1],
    mailbox: createSecrets(club.shared.AUTH_SECRET).devMailKey,
    shell: await shellAddress(join(projectRoot, 'dist', 'web')),
  }
}

/** Returns a new person on each call. */
function peopleOf(club: SeededClub) {
  const next = async (role: 'Member' | 'Officer', { hasLoggedIn = 1 }: { hasLoggedIn?: 0 | 1 } = {}) => {
    const person = club.members.shift()
    if (!person) throw new Error('the club has more members')
    await club.db.updateTable('member').set({ role, hasLoggedIn }).where('id', '=', person.id).execute()
    return { ...person, ...senderOf(club.url, person) }
  }
  return {
    db: club.db,
    visitor: () => senderOf(club.url, { cookie: null }),
    caller: (cookie: string) => senderOf(club.url, { cookie }),
    async livePractice() {
      const [id = ''] = club.practiceIds
      const endsAt = new Date(Date.now() + 3_600_000).toISOString()
      const startedAt = new Date().toISOString()
      const tonight = { startsAt: startedAt, endsAt, startedAt, endedAt: null, cancelledAt: null, deletedAt: null }
      await club.db.updateTable('practice').set(tonight).where('id', '=', id).execute()
      return id
    },
    member: (facts?: { hasLoggedIn: 0 }) => next('Member', facts),
    officer: (facts?: { hasLoggedIn: 0 }) => next('Officer', facts),
  }
}

function senderOf(url: string, { cookie }: Pick<SeededMember, 'cookie'> | { cookie: null }) {
  return {
    send({ method, path, body }: { method: string; path: string; body?: unknown }) {
      const sends = body === undefined ? undefined : { type: 'application/json', body: JSON.stringify(body) }
      return ask(url, { method, path, cookie, sends })
    },
  }
}

type MatrixRequest = {
  method: string
  path: string
  cookie: string | null
  sends: { type: string; body: string | Buffer } | undefined
}

/** For a stream, returns as soon as it begins. */
async function ask(url: string, { method, path, cookie, sends }: MatrixRequest) {
  const response = await fetch(new URL(path, url), {
    method,
    redirect: 'manual',
    headers: {
      ...(method === 'GET' ? {} : { origin: url }),
      ...(cookie === null ? {} : { cookie }),
      ...(sends && { 'content-type': sends.type }),
    },
    ...(sends && { body: new Uint8Array(Buffer.from(sends.body)) }),
  })
  const isEndless = response.headers.get('content-type') === 'text/event-stream'
  if (isEndless) await response.body?.cancel()
  const payload = isEndless ? '' : await response.text()
  const location = response.headers.get('location')
  return {
    status: response.status,
    statusCode: response.status,
    headers: { ...(location !== null && { location }), 'set-cookie': response.headers.getSetCookie() },
    payload,
    json: () => JSON.parse(payload),
  }
}
