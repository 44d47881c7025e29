import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FaultContext } from './fault.ts'
import { projectRoot } from './tree-copy.ts'

type Result = { status: string; annotations: { type: string; description?: string }[]; errors: { message?: string }[] }
type Suite = { specs: { title: string; tests: { results: Result[] }[] }[]; suites?: Suite[] }

export type Journey = {
  title: string
  passed: boolean
  /** What the tests wrote to the file with this name, not added up. */
  figures: Record<string, unknown>
  /** The errors of failed tests. */
  errors: string
}

/**
 * Runs tests of test/e2e at full size.
 * @param file the file name without its extension; the tests write their figures under the same name
 * @param options.root another copy of the sources
 * @param options.grep only tests with this title
 */
export async function runJourneys(
  { progress, signal, onEnd }: Pick<FaultContext, 'progress' | 'signal' | 'onEnd'>,
  file: string,
  { root = projectRoot, grep, full = true }: { root?: string; grep?: string; full?: boolean } = {},
): Promise<Journey[]> {
  mkdirSync(progress, { recursive: true })
  const report = join(progress, 'journeys.json')
  rmSync(report, { force: true })
  const playwright = join(projectRoot, 'node_modules/@playwright/test/cli.js')
  const words = ['test', `/${file}.e2e`, '--reporter=json', '--retries=0', '--output', join(progress, 'results')]
  const child = spawn(process.execPath, [playwright, ...words, ...(grep ? ['--grep', grep] : [])], {
    cwd: root,
    env: { ...process.env, QUIVER_MANY: full ? '1' : '0', PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    stdio: 'ignore',
    signal,
  })
  onEnd(() => child.kill())
  await once(child, 'exit')
  const { suites } = JSON.parse(readFileSync(report, 'utf8')) as { suites: Suite[] }
  return suites.flatMap((suite) => journeysOf(suite, file))
}

function journeysOf({ specs, suites = [] }: Suite, type: string): Journey[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.flatMap(({ results }) =>
      results.map(({ status, annotations, errors }) => ({
        title,
        passed: status === 'passed',
        figures: Object.assign(
          {},
          ...annotations.filter((each) => each.type === type).map(({ description = '{}' }) => JSON.parse(description)),
        ),
        errors: errors.map(({ message = '' }) => message).join('\n'),
      })),
    ),
  )
  return [...own, ...suites.flatMap((suite) => journeysOf(suite, type))]
}
