import { availableParallelism, totalmem } from 'node:os'
import type { Figure } from './figure.ts'

// What docs/scaling.md says was measured, in a file beside it: a line of JSON for each figure, with when and where.

/** A figure with the day on which it was measured, on what, and how many rounds it is the median of. */
export type KeptFigure = Figure & { on: string; machine: string; rounds: number }

export function keep(figures: Figure[], { rounds, at }: { rounds: number; at: Date }): KeptFigure[] {
  const on = at.toISOString().slice(0, 10)
  return figures.map((figure) => ({ ...figure, on, machine: machineInWords(), rounds }))
}

/** In place of the same figures from earlier; the others stay. */
export function merged(earlier: KeptFigure[], later: KeptFigure[]) {
  const all = new Map([...earlier, ...later].map((figure) => [keyOf(figure), figure]))
  return [...all].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, figure]) => figure)
}

/** @throws where a line is no figure */
export function readKept(text: string): KeptFigure[] {
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => {
    const figure = JSON.parse(line) as KeptFigure
    if (typeof figure.name !== 'string' || typeof figure.on !== 'string') throw new Error(`no figure: ${line}`)
    return figure
  })
}

export function writeKept(figures: KeptFigure[]) {
  return figures.map((figure) => `${JSON.stringify(figure)}\n`).join('')
}

function keyOf({ name, engine, processes }: Figure) {
  return `${name} ${engine} ${processes}`
}

/** None of its names. */
function machineInWords() {
  const memoryGb = Math.round(totalmem() / 2 ** 30)
  return `${availableParallelism()} cores, ${memoryGb} GB, ${process.platform} ${process.arch}, Node ${process.version}`
}
