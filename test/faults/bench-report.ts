import { execFileSync } from 'node:child_process'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { type UnitResult, writeWhole } from './bench-state.ts'

/** Writes what was measured as JSON and as Markdown: facts of the machine, none of its names or paths. */
export function writeReport(
  root: string,
  folder: string,
  facts: { stamp: string; quick: boolean; units: UnitResult[] },
) {
  const machine = {
    node: process.version,
    system: `${process.platform} ${process.arch}`,
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
  }
  const report = { at: new Date().toISOString(), commit: commitOf(root), ...facts, machine }
  const hide = (text: string) => text.replaceAll(root.replace(/\/$/, ''), '.')
  writeWhole(join(folder, 'report.json'), `${hide(JSON.stringify(report, null, 2))}\n`)
  writeWhole(join(folder, 'report.md'), hide(asMarkdown(report)))
}

type Report = Parameters<typeof writeReport>[2] & {
  at: string
  commit: string
  machine: Record<string, string | number>
}

function asMarkdown({ at, commit, stamp, quick, units, machine }: Report) {
  const rows = units.map((unit) => {
    const { name, promise, engine, figures, seconds } = unit
    const measured = Object.entries(figures).map(([what, value]) => `${what}: ${value}`)
    return `| **${name}** ${promise} | ${engine} | ${cell(verdictOn(unit))} | ${cell(measured.join('; '))} | ${Math.round(seconds)} |`
  })
  const notes = units.flatMap(({ name, engine, notes = [] }) =>
    notes.map((note) => `- ${name} (${engine}): ${cell(note)}`),
  )
  const on = `${machine.system}, ${machine.cores} cores, ${machine.memoryGb} GB, Node ${machine.node}`
  return [
    '# Fault bench',
    '',
    `${at}, commit ${commit}, sources ${stamp}${quick ? ', quick' : ''}. ${on}.`,
    '',
    '| promise | engine | held | measured | s |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    ...(notes.length > 0 ? ['## Notes', '', ...notes, ''] : []),
  ].join('\n')
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
