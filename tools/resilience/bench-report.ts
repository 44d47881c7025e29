import { execFileSync } from 'node:child_process'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { type UnitResult, writeWhole } from './bench-state.ts'
import { totalsOf } from './bench-totals.ts'

/** Marks the place for the measurements in a document. */
const [begin, end] = ['<!-- npm run faults -- --document -->', '<!-- until here -->']

/** Replaces the measurements in a document. @returns the new text */
export function intoDocument(text: string, units: UnitResult[]) {
  const [before, rest] = text.split(`${begin}\n`)
  const [, after] = rest?.split(`${end}\n`) ?? []
  if (before === undefined || after === undefined) throw new Error(`The document has no lines "${begin}" and "${end}".`)
  const days = units.map(({ at }) => at.slice(0, 10)).sort()
  const span = days[0] === days.at(-1) ? `on ${days[0]}` : `from ${days[0]} to ${days.at(-1)}`
  const when = `Measured ${span}, at full size: ${machineInWords(machineOf())}. Tests that measure no times ran in parallel.`
  const totals = totalsOf(units).map(({ what, count }) => `| ${what} | ${count} |`)
  const parts = [when, ['| total | |', '| --- | --- |', ...totals].join('\n'), tableOf(units).join('\n')]
  return `${before}${begin}\n\n${parts.join('\n\n')}\n\n${end}\n${after}`
}

/** Writes the results as JSON and Markdown, with facts about the machine but none of its names or paths. */
export function writeReport(
  root: string,
  folder: string,
  facts: { stamp: string; quick: boolean; units: UnitResult[] },
) {
  const report = { at: new Date().toISOString(), commit: commitOf(root), ...facts, machine: machineOf() }
  const hide = (text: string) => text.replaceAll(root.replace(/\/$/, ''), '.')
  writeWhole(join(folder, 'report.json'), `${hide(JSON.stringify(report, null, 2))}\n`)
  writeWhole(join(folder, 'report.md'), hide(asMarkdown(report)))
}

type Report = Parameters<typeof writeReport>[2] & {
  at: string
  commit: string
  machine: Machine
}
type Machine = ReturnType<typeof machineOf>

function machineOf() {
  return {
    node: process.version,
    system: `${process.platform} ${process.arch}`,
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
  }
}

function machineInWords({ system, cores, memoryGb, node }: Machine) {
  return `${system}, ${cores} cores, ${memoryGb} GB, Node ${node}`
}

function asMarkdown({ at, commit, stamp, quick, units, machine }: Report) {
  const notes = units.flatMap(({ name, engine, notes = [] }) =>
    notes.map((note) => `- ${name} (${engine}): ${cell(note)}`),
  )
  return [
    '# Fault bench',
    '',
    `${at}, commit ${commit}, sources ${stamp}${quick ? ', quick' : ''}. ${machineInWords(machine)}.`,
    '',
    ...tableOf(units),
    '',
    ...(notes.length > 0 ? ['## Notes', '', ...notes, ''] : []),
  ].join('\n')
}

function tableOf(units: UnitResult[]) {
  const rows = units.map((unit) => {
    const { name, promise, engine, figures, seconds } = unit
    const measured = Object.entries(figures).map(([what, value]) => `${what}: ${value}`)
    return `| **${name}** ${promise} | ${engine} | ${cell(verdictOn(unit))} | ${cell(measured.join('; '))} | ${Math.round(seconds)} |`
  })
  return ['| promise | engine | held | measured | s |', '| --- | --- | --- | --- | --- |', ...rows]
}

function verdictOn({ held, notJudged }: UnitResult) {
  if (notJudged !== undefined) return `not judged: ${notJudged}`
  return held ? 'yes' : '**NO**'
}

function cell(text: string) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

function commitOf(root: string) {
  try {
    const git = (...words: string[]) =>
      execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' with changes'}`
  } catch {
    return 'unknown'
  }
}
