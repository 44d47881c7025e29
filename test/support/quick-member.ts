import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext } from '@playwright/test'
import { password } from './person.ts'
import type { RunningServer } from './server.ts'

export type QuickMember = { email: string; cookie: string; call: Call }
/** The parts of a server that this needs. */
type MemberServer = Pick<RunningServer, 'url' | 'dataDir' | 'quiver'>
type Call = (operation: string, input?: object) => Promise<Record<string, unknown>>

/**
 * Creates a member through the built server's own API, without a browser, for tests that aren't about signing up.
 * Emails are read from the data folder, so the server must run without SMTP.
 */
export async function quickMember(server: MemberServer, facts: QuickMemberInput): Promise<QuickMember> {
  const { email, first = 'Avery', last = 'Bowman', wizard = true, car } = facts
  const guest = caller(server, '')
  await guest('account.signUp', { email, password })
  if (facts.verified === false) return { email, cookie: '', call: guest }
  const token = await tokenFor(server, email, 'verify')
  const response = await post(server, 'account/verify', { token, password, keepSignedIn: true }, '')
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  const call = caller(server, cookie)
  if (wizard)
    await call('welcome.finish', {
      nameFirst: first,
      nameLast: last,
      birthday: '2004-05-06',
      bowType: 'Recurve',
      personalEquipment: 'No',
      hasCar: car !== undefined,
      carCapacity: car ?? null,
      pronouns: facts.pronouns ?? ['They/Them'],
    })
  if (facts.officer) {
    const { code, output } = await server.quiver('officer', 'add', email)
    if (code !== 0) throw new Error(output)
  }
  return { email, cookie, call }
}

/** The same person after logging in again, as everyone must after a restore. */
export async function loggedInAgain(server: MemberServer, { email }: QuickMember): Promise<QuickMember> {
  const response = await fetch(`${server.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, rememberMe: true }),
  })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { email, cookie, call: caller(server, cookie) }
}

/** The id of the member with this address, as an officer gets it. */
export async function memberIdOf(officer: QuickMember, email: string) {
  const { members } = (await officer.call('members.get')) as { members: { id: string; email: string }[] }
  return members.find((member) => member.email === email)?.id ?? ''
}

type QuickMemberInput = {
  email: string
  first?: string
  last?: string
  pronouns?: string[]
  car?: number
  verified?: boolean
  wizard?: boolean
  officer?: boolean
}

/** Signs a browser in with this member's session. */
export async function takeSession(context: BrowserContext, server: RunningServer, member: QuickMember) {
  const [name = '', value = ''] = member.cookie.split('=')
  await context.addCookies([{ name, value, url: server.url, httpOnly: true, sameSite: 'Lax' }])
}

type LinkKind = 'verify' | 'reset' | 'unsubscribe'

/** The token in the newest email with a link of this kind to this address, from the data folder; waits until there is one. */
export async function tokenFor(server: MemberServer, email: string, kind: LinkKind): Promise<string> {
  return (await linkIn(server, email, kind)).token
}

/** The code in the same email. */
export async function codeFor(server: MemberServer, email: string, kind: LinkKind): Promise<string> {
  const { text } = await linkIn(server, email, kind)
  return /^[A-Z2-9]{4}-[A-Z2-9]{4}$/m.exec(text)?.[0] ?? ''
}

async function linkIn(server: MemberServer, email: string, kind: LinkKind) {
  for (let tries = 0; tries < 200; tries++) {
    const folder = join(server.dataDir, 'mail')
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort()
    for (const name of names.reverse()) {
      const { to, text } = JSON.parse(await readFile(join(folder, name), 'utf8')) as { to: string; text: string }
      const token = new RegExp(`/${kind}#token=([\\w-]+)`).exec(text)?.[1]
      if (to === email && token) return { text, token }
    }
    await pause(50)
  }
  throw new Error(`no ${kind} mail to ${email}`)
}

/** Uploads a profile picture as a program does. @returns its address */
export async function givePicture(server: RunningServer, member: QuickMember, bytes: Uint8Array) {
  const sent = await fetch(`${server.url}/api/v1/profile/picture`, {
    method: 'PUT',
    headers: { cookie: member.cookie, 'content-type': 'image/jpeg' },
    body: new Uint8Array(bytes),
  })
  const { pictureUrl } = (await sent.json()) as { pictureUrl: string }
  return pictureUrl
}

/** Uses all day passes, each on a day before today. */
export async function spendDayPasses(server: RunningServer, member: QuickMember) {
  const theDayBefore = new Date(Date.now() - 86_400_000).toISOString()
  const ago = `update member set pass_used_at = ? where pass_used_at is not null
    and id = (select id from user where email = ?)`
  for (;;) {
    alterData(server, ago, theDayBefore, member.email)
    const { current, dayPasses } = await member.call('passes.get')
    if (current !== 'none') throw new Error(`a pass of yesterday counts as ${current}`)
    if (dayPasses === 0) return
    await member.call('passes.use')
  }
}

/** Changes the server's database directly, for states that no operation can create in a test. */
export function alterData(server: RunningServer, sql: string, ...values: (string | number)[]) {
  const database = new DatabaseSync(join(server.dataDir, 'quiver.db'))
  database.exec('pragma busy_timeout = 5000')
  database.prepare(sql).run(...values)
  database.close()
}

/** Locks the database so that the server can't write until it is released, as with an overloaded disk. */
export function holdDatabase(server: RunningServer) {
  const database = new DatabaseSync(join(server.dataDir, 'quiver.db'))
  database.exec('begin exclusive')
  return {
    letGo() {
      database.exec('rollback')
      database.close()
    },
  }
}

function caller(server: MemberServer, cookie: string): Call {
  return async (operation, input = {}) => {
    const path = operation.replace('.', '/')
    const response = path.endsWith('/get')
      ? await fetch(`${server.url}/rpc/${path}?data=${encodeURIComponent(JSON.stringify({ json: input }))}`, {
          headers: { cookie },
        })
      : await post(server, path, input, cookie)
    const { json } = (await response.json()) as { json: Record<string, unknown> }
    return json
  }
}

async function post(server: MemberServer, path: string, input: object, cookie: string) {
  const send = () =>
    fetch(`${server.url}/rpc/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ json: input }),
    })
  let response = await send()
  // An overloaded machine sheds requests before it processes them.
  for (let tries = 0; response.status === 503 && tries < 20; tries++) {
    await pause(250)
    response = await send()
  }
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}
