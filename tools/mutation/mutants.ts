import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

// Mutation testing of rules and policies with Stryker: `npm run mutants`, or `npm run mutants -- passes profile` for some modules.
// Incremental: unchanged mutants with unchanged tests aren't run again, so an interrupted run continues. Survivors are listed in
// .cache/mutants/report.md.

const root = join(import.meta.dirname, '../..')
const folder = join(root, '.cache', 'mutants')
const parts = ['rules', 'policies'] as const
/** The minimum mutation score, in percent. */
const fewest = 85

type Mutant = { status: string; mutatorName: string; replacement?: string; location: { start: { line: number } } }
type Report = { files: Record<string, { mutants: Mutant[] }> }

process.exitCode = await main(process.argv.slice(2))

async function main(names: string[]) {
  const all = parts.map((part) => ({ part, files: filesOf(part) }))
  const modules = all.flatMap(({ files }) => files)
  const unknown = names.filter((name) => !modules.some((file) => isCalled(name, file)))
  if (unknown.length > 0) {
    const choice = modules.map((file) => basename(file, '.ts')).join(' ')
    process.stderr.write(
      `No module is called ${unknown.join(' or ')}. Choose from these, or leave names out to try all:\n${choice}\n`,
    )
    return 2
  }
  for (const { part, files } of all) {
    const chosen = files.filter((file) => names.length === 0 || names.some((name) => isCalled(name, file)))
    if (chosen.length > 0 && !(await runStryker(part, chosen))) return 1
  }
  return report()
}

function isCalled(name: string, file: string) {
  return file.endsWith(`/${name}.ts`)
}

function filesOf(part: string) {
  const file = join(root, `tools/mutation/${part}.stryker.json`)
  const { mutate: patterns } = JSON.parse(readFileSync(file, 'utf8')) as { mutate: string[] }
  const leftOut = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1))
  return globSync(
    patterns.filter((pattern) => !pattern.startsWith('!')),
    { cwd: root, exclude: leftOut },
  ).sort()
}

async function runStryker(part: string, files: string[]) {
  const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const words = ['run', `tools/mutation/${part}.stryker.json`, '--mutate', files.join(',')]
  const child = spawn(process.execPath, [stryker, ...words], { cwd: root, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  return code === 0
}

/** Reports on all mutants ever run, counted as Stryker does: a timeout counts as killed, one that can't run isn't counted. */
function report() {
  const files = parts.flatMap((part) => {
    const file = join(folder, `${part}.json`)
    return existsSync(file) ? Object.entries((JSON.parse(readFileSync(file, 'utf8')) as Report).files) : []
  })
  const counted = files
    .map(([file, { mutants }]) => ({ file, ...count(mutants) }))
    .filter(({ tried }) => tried > 0)
    .toSorted((a, b) => a.noticed / a.tried - b.noticed / b.tried)
  const all = { file: 'all', ...count(files.flatMap(([, { mutants }]) => mutants)) }
  const row = ({ file, tried, noticed }: typeof all) =>
    `| ${file} | ${tried} | ${noticed} | ${percent(noticed, tried)} |`
  const text = [
    '# Mutants',
    '',
    '| module | mistakes | noticed | % |',
    '| --- | --- | --- | --- |',
    ...[all, ...counted].map(row),
    '',
    ...counted.flatMap(({ file, missed }) => missed.map((line) => `- ${file}:${line}`)),
    '',
  ].join('\n')
  writeFileSync(join(folder, 'report.md'), text)
  process.stdout.write(
    `\n${all.noticed} of ${all.tried} mistakes noticed, ${percent(all.noticed, all.tried)} %; see .cache/mutants/report.md\n`,
  )
  return (all.noticed / all.tried) * 100 >= fewest ? 0 : 1
}

function count(mutants: Mutant[]) {
  const noticed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  const missed = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  const lines = missed.map(
    ({ location, mutatorName, replacement = '' }) =>
      `${location.start.line} ${mutatorName}: \`${replacement.replace(/\s+/g, ' ').slice(0, 100)}\``,
  )
  return { tried: noticed + missed.length, noticed, missed: lines }
}

function percent(part: number, whole: number) {
  return ((part / whole) * 100).toFixed(1)
}
