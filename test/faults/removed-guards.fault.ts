import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { allGuards } from './guards/all-guards.ts'
import type { Guard } from './guards/guard.ts'
import { copyTree } from './tree-copy.ts'

type Verdict = { name: string; caught: boolean; by: string }

export const fault: Fault = {
  name: 'removed-guards',
  promise:
    'Removing any one row of the policy table, what closes any one route, or any one guard of the races, turns a test red.',
  engines: ['none'],
  limitMinutes: 60,
  async run(context) {
    const all = allGuards()
    // A quick look takes every tenth; the whole list is what counts.
    const guards = all.filter((_, index) => index % Math.round(all.length / context.rounds(all.length)) === 0)
    const copy = await copyTree(context)
    const wrong: string[] = []
    const verdicts: Verdict[] = []
    const count = await countUntouched(context, copy.root, guards)
    for (const guard of guards) {
      const verdict = await resumable(context, guard.name, async () => {
        const { undo } = copy.apply(guard)
        const { failed, by } = await runTests(context, copy.root, guard)
        undo()
        return { name: guard.name, caught: failed, by }
      })
      context.say(
        `${verdict.caught ? 'caught' : 'NOT CAUGHT'}: ${guard.name}${verdict.caught ? `, by "${verdict.by}"` : ''}`,
      )
      if (!verdict.caught) wrong.push(`no test misses: ${guard.name} (${verdict.by})`)
      verdicts.push(verdict)
    }
    const ofPolicies = verdicts.filter(({ name }) => name.startsWith('policy of'))
    const caught = (those: Verdict[]) => those.filter((verdict) => verdict.caught).length
    return outcomeOf(wrong, {
      removed: verdicts.length,
      caught: caught(verdicts),
      'rows of the policy table and routes, removed or let down': ofPolicies.length,
      'caught of these': caught(ofPolicies),
      'tests that are green with every guard in place (control)': count,
    })
  },
}

/** The control: with every guard in place the same tests are green, so that red means the guard. @returns how many */
async function countUntouched(context: FaultContext, root: string, guards: Guard[]) {
  const chosen = guards.filter(({ only }) => only !== undefined)
  const groups = [
    { tests: guards.filter(({ only }) => only === undefined).flatMap(({ tests }) => tests) },
    { tests: chosen.flatMap(({ tests }) => tests), only: chosen.map(({ only }) => only).join('|') },
  ].filter(({ tests }) => tests.length > 0)
  let count = 0
  for (const [index, group] of groups.entries()) {
    const untouched = { ...group, tests: [...new Set(group.tests)] }
    count += await resumable(context, `control ${index}`, async () => {
      const control = await runTests(context, root, untouched, ['--retry=2'])
      if (!control.passed) throw new Error(`a test is red with every guard in place: ${control.by} (${control.why})`)
      return control.count
    })
  }
  return count
}

/** What has been found out once, with these very sources, is not found out again after an interruption. */
async function resumable<T>(context: FaultContext, name: string, work: () => Promise<T>): Promise<T> {
  const file = join(context.progress, `${createHash('sha256').update(name).digest('hex').slice(0, 16)}.json`)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as T
  context.signal.throwIfAborted()
  const result = await work()
  context.signal.throwIfAborted()
  writeFileSync(file, JSON.stringify(result))
  return result
}

type Tried = { status: string; fullName: string; failureMessages?: string[] }
type Report = { testResults: { message: string; assertionResults: Tried[] }[] }

/** A file that can't be loaded is no test that turned red: then the patch is what is wrong. */
async function runTests(
  context: FaultContext,
  root: string,
  { tests, only }: Pick<Guard, 'tests' | 'only'>,
  more: string[] = [],
) {
  const file = join(root, 'report.json')
  rmSync(file, { force: true })
  const vitest = join('node_modules', 'vitest', 'vitest.mjs')
  const options = [
    '--reporter=json',
    `--outputFile=${file}`,
    // A busy machine is no guard that is missing.
    '--testTimeout=180000',
    '--hookTimeout=180000',
    ...(only === undefined ? ['--bail=1'] : ['--bail=1', '-t', only]),
    ...more,
  ]
  const run = spawn(process.execPath, [vitest, 'run', ...tests, ...options], { cwd: root, stdio: 'ignore' })
  const stop = () => run.kill('SIGTERM')
  context.signal.addEventListener('abort', stop)
  const [code] = await once(run, 'exit')
  context.signal.removeEventListener('abort', stop)
  const { testResults }: Report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { testResults: [] }
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  const red = all.filter(({ status }) => status === 'failed')
  const count = all.filter(({ status }) => status === 'passed').length
  const message = testResults.find((each) => each.message)?.message.split('\n')[0]
  // An error outside of every test, which would have ended the server: the runner ends red though each test is green.
  const loose = code === 1 && red.length === 0 && count > 0 && message === undefined
  const by =
    red[0]?.fullName ?? message ?? (loose ? 'an error that nobody caught' : `${count} green, ended with ${code}`)
  const why = red[0]?.failureMessages?.[0]?.slice(0, 300) ?? ''
  return { failed: red.length > 0 || loose, passed: code === 0 && count > 0, count, by, why }
}
