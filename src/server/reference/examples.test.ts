import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import type { Operation } from '#contract/policies.ts'
import { createTestClub, goodPassword } from '#test/support/club.ts'
import { jpeg, sendPicture } from '#test/support/pictures.ts'
import { storeImport } from '#test/support/store.ts'
import { routeOf, waysIn } from '#test/support/ways-in.ts'
import { type Call, wholeEvening } from '#test/support/whole-evening.ts'
import { newLink } from '../identity/links.ts'
import there from './examples.json' with { type: 'json' }
import type { Examples } from './examples.ts'

/**
 * The examples of the reference are what operations were sent and answered in one evening of a real club. After a change of an
 * operation, `vitest run reference/examples -u` notes them anew.
 */
test('the examples are what a club answers', { timeout: 60_000 }, async () => {
  await using club = await createTestClub('sqlite', { club: { storeImport } })
  const noted: Examples = {}
  const { calls, takeCookie, kai, visitor } = await wholeEvening(club)
  const auth = async (id: string, path: string, body: object) => {
    const reply = await visitor.send({ method: 'POST', path: `/api/auth${path}`, body })
    expect([path, reply.statusCode]).toEqual([path, 200])
    noted[id] = { body, answer: reply.json() }
  }
  await auth('auth.sign-in.email', '/sign-in/email', { email: kai.email, password: goodPassword, rememberMe: true })
  for (const [operation, call] of Object.entries(calls) as [Operation, () => Promise<Call>][]) {
    await club.clock.advance(61_000)
    const { who, input: usual = {} } = await call()
    const input = asked[operation] ?? usual
    const reply = await who.send(waysIn['/api/v1'].ask(operation, input))
    expect([operation, reply.statusCode]).toEqual([operation, 200])
    noted[operation] = { ...askedOf(operation, input), answer: fewOf(reply.json()) }
    takeCookie(reply)
  }
  const picture = await sendPicture(await club.member(), await jpeg())
  noted['profile.setPicture'] = { answer: picture.json() }
  await auth('auth.request-password-reset', '/request-password-reset', { email: kai.email })
  const token = await club.parts.write((tx) => newLink(tx, 'reset', kai.id, club.clock.now()))
  await auth('auth.reset-password', '/reset-password', { token, newPassword: 'a new one of many words' })
  await auth('auth.sign-out', '/sign-out', {})

  // Not every moment and order is the same the next time: what was noted holds as long as it has the same fields.
  const text = JSON.stringify(alwaysAlike(noted), null, 2)
  if (!isDeepStrictEqual(fieldsOf(noted), fieldsOf(there)))
    await expect(`${text}\n`, 'other fields than in examples.json').toMatchFileSnapshot('examples.json')
})

/** The names alone; of a list nothing, for the shapes of the contract say what stands in it. */
function fieldsOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fieldsOf(each)]))
}

/** Of the audit log, what says most in few lines. */
const asked: Partial<Record<Operation, object>> = { 'audit.get': { act: 'members.bulk-edit', from: '2026-11-24' } }

/** What of an operation's input stands in its address, and what in its body. */
function askedOf(operation: Operation, input: object) {
  const { method, path } = routeOf(operation)
  const entries = Object.entries(input)
  const parameters = entries.filter(([name]) => path.includes(`{${name}}`) || method === 'GET')
  const body = entries.filter((entry) => !parameters.includes(entry))
  return {
    ...(parameters.length > 0 ? { parameters: Object.fromEntries(parameters) } : {}),
    ...(body.length > 0 ? { body: Object.fromEntries(body) } : {}),
  }
}

/** Of long lists the first, so that an example can be taken in at a glance. */
function fewOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    const isLong = typeof value[0] === 'object' || value.length > 6
    return value.slice(0, isLong ? 2 : 6).map(fewOf)
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fewOf(each)]))
}

/** What is random is another each time: ids by the order in which they come, and what only looks like chance. */
function alwaysAlike(noted: Examples): Examples {
  const ids: string[] = []
  const nameOf = (id: string) => {
    if (!ids.includes(id)) ids.push(id)
    return `id ${ids.indexOf(id)}`
  }
  const text = JSON.stringify(noted)
    .replace(/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g, (id) =>
      chance(nameOf(id), 'hex').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5'),
    )
    .replace(/(?<=["/ ])[\dA-Za-z]{32}(?=["/ ])/g, (id) => chance(nameOf(id)).replace(/[-_]/g, 'q').slice(0, 32))
    .replace(/"(token|seen)":"([\w+/=.-]{20,})"/g, (_, key, old) => `"${key}":"${chance(key).slice(0, old.length)}"`)
    .replace(/"code":"[\dA-Z]{8}"/g, '"code":"7KQ2M9XF"')
    .replace(/\/calendar\/[\w.-]+\.ics/g, `/calendar/${chance('feed').slice(0, 32)}.ics`)
    .replace(/\/files\/pictures\/[\w-]{24}\//g, `/files/pictures/${chance('picture').slice(0, 24)}/`)
  return JSON.parse(text)
}

function chance(seed: string, encoding: 'hex' | 'base64url' = 'base64url') {
  return createHash('sha256').update(`quiver ${seed}`).digest(encoding)
}
