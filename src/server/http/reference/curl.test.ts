import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { readDocument } from '#test/support/api-check.ts'
import { createTestClub } from '#test/support/club.ts'
import { curlOf, operationsOf } from './operation-html.ts'

/** Runs these commands in a shell. @returns the arguments that curl gets from each */
function wordsIn(commands: string[]) {
  const curl = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; printf '\\n\\0'; }`
  const script = [curl, 'club=http://localhost:3000', ...commands].join('\n')
  const out = execFileSync('sh', ['-eu'], { input: script, encoding: 'utf8' })
  return out
    .split('\n\0')
    .slice(0, -1)
    .map((words) => words.split('\0').slice(0, -1))
}

test('each command sends what the operation’s example says, whatever a shell makes of it', async () => {
  await using club = await createTestClub('sqlite')
  const listed = operationsOf(await readDocument(club))
  // A body with every character that is special in a shell.
  const odd = `it's "$HOME" \`id\` \\ \${club} é\n!`
  const spoilt = structuredClone(listed.find(({ operation }) => operation.operationId === 'account.signUp'))
  const body = spoilt?.operation.requestBody
  if (spoilt && body && 'content' in body) Object.assign(body.content['application/json'] ?? {}, { example: { odd } })
  const all = [...listed, ...(spoilt ? [spoilt] : [])]
  const sent = wordsIn(all.map(curlOf))
  expect(sent).toHaveLength(all.length)
  for (const [i, { method, operation, base, path }] of all.entries()) {
    const words = sent[i] ?? []
    const after = (flag: string) => (words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined)
    const { requestBody, security = [] } = operation
    const content = requestBody && 'content' in requestBody ? requestBody.content : {}
    const example: unknown = content['application/json']?.example
    expect([operation.operationId, after('-X') ?? (after('-d') ? 'POST' : 'GET')]).toEqual([
      operation.operationId,
      method.toUpperCase(),
    ])
    expect(after('-d') === undefined ? undefined : JSON.parse(after('-d') ?? '')).toEqual(example)
    expect(after('-H')?.replace('content-type:', '')).toBe(Object.keys(content)[0])
    if (operation.operationId?.startsWith('auth.') === false)
      expect(after('-b') === 'cookies.txt').toBe(security.some((each) => 'session' in each))
    const address = new URL(words.at(-1) ?? '')
    expect(address.pathname.split('/')).toHaveLength((base + path).split('/').length)
    expect(address.pathname).not.toMatch(/[{}]|%7B/)
  }
  expect(sent.at(-1)).toContain(JSON.stringify({ odd }, null, 2))
})
