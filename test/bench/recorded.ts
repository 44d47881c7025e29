import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { openPhone } from '#test/faults/phone.ts'
import type { Statement } from '#test/support/recorded-statements.ts'
import type { BenchClub } from './bench-club.ts'
import type { BenchMember } from './bench-rows.ts'

/** One member's act, as a floor does it: what differs from one to the next. */
export type Deed = { memberId: string; key: string; practiceId: string }

/** For the settings of a server whose statements are to be written down. */
export const recordable = {
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'recorded-inside.ts')).href}`,
}

/**
 * Has the server carry out a member's act and writes down its transaction, as the database saw it: the app's own statements,
 * whatever they are today, without the settings of the connection. In the values, `{memberId}`, `{key}` and `{practiceId}` stand for what
 * differs from act to act.
 */
export async function recordTransaction(
  { recorded, seeded: { url, dataDir } }: BenchClub,
  act: { operation: string; member: BenchMember; input: { practiceId: string } },
) {
  const { operation, member, input } = act
  const key = randomUUID()
  await statementsOf(recorded, dataDir)
  const reply = await openPhone(url, member.cookie).act(operation, input, key)
  if (reply.status !== 200) throw new Error(`${operation} was answered with ${reply.status}: ${reply.body}`)
  const all = await statementsOf(recorded, dataDir)
  const begin = all.findIndex(({ sql }) => /^begin/i.test(sql))
  const commit = all.findIndex(({ sql }, i) => i > begin && /^commit/i.test(sql))
  if (begin === -1 || commit === -1) throw new Error(`${operation} made no transaction`)
  const own = all.slice(begin + 1, commit).filter(({ sql }) => !/^(pragma|set|savepoint|release)\b/i.test(sql))
  const known = { [member.id]: '{memberId}', [key]: '{key}', [input.practiceId]: '{practiceId}' }
  return own.map(({ sql, values }) => ({ sql, values: values.map((value) => markedIn(value, known)) }))
}

function markedIn(value: unknown, known: Record<string, string>) {
  if (typeof value !== 'string') return value
  return Object.entries(known).reduce((text, [own, mark]) => text.replaceAll(own, mark), value)
}

/** The values of one deed. */
export function valuesFor({ values }: Statement, deed: Deed) {
  return values.map((value) =>
    typeof value === 'string' && value.includes('{')
      ? value.replace('{memberId}', deed.memberId).replace('{key}', deed.key).replace('{practiceId}', deed.practiceId)
      : value,
  )
}

async function statementsOf(server: BenchClub['recorded'], dataDir: string): Promise<Statement[]> {
  const file = join(dataDir, 'statements.json')
  server.poke()
  while (!existsSync(file)) await pause(10)
  const statements = JSON.parse(readFileSync(file, 'utf8')) as Statement[]
  rmSync(file)
  return statements
}
