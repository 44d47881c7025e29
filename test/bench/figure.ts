import type { EngineName } from '#test/support/club.ts'

/** One thing that was measured, beside what it can't be better than: the same by the barest means, on the same machine and in the same minutes. */
export type Figure = {
  name: string
  engine: EngineName | 'none'
  /** How many servers shared the work. */
  processes: number
  /** The median of the rounds, and the least and the most of them. */
  value: number
  spread: [least: number, most: number]
  unit: string
  floor: number | null
  /** How much of the floor's speed it has, 1 being all of it: the median of what each round says. */
  ratio: number | null
  /** Of single answers, in ms. */
  p50: number | null
  p99: number | null
  /** How many answers, or rounds, this is made of. */
  n: number
  /** How many were refused, or had no answer; they are in no time above. */
  errors: number
  wanted: Wanted | null
  /** What was foretold of it from other figures (model.ts), in the same unit. */
  predicted: number | null
  /** What else there is to know of it. */
  note: string
}

export type Wanted = { of: 'ratio' | 'value' | 'p99' } & ({ atLeast: number } | { atMost: number })

/** The limits are for one server on SQLite; what several do together depends on how many cores there are. */
export function onSqlite({ engine }: Pick<Figure, 'engine'>, wanted: Wanted) {
  return engine === 'sqlite' ? wanted : null
}

type Facts = Pick<Figure, 'name' | 'unit'> &
  Partial<Pick<Figure, 'errors' | 'wanted' | 'predicted' | 'note'>> & {
    /** A value for each round; the floor's in the same order. */
    values: number[]
    floors?: number[]
    /** Whether a higher value is the better one, as of answers in a second; of times it is not. */
    moreIsBetter?: boolean
    /** Where it is another than the median of the values. */
    value?: number
    /** Of single answers. */
    ms?: number[]
    n?: number
  }

export function makeFigure(of: Pick<Figure, 'engine' | 'processes'>, facts: Facts): Figure {
  const { name, unit, values, floors = [], moreIsBetter = false, ms, n = ms?.length ?? values.length } = facts
  const ratios = floors.map((floor, i) => (moreIsBetter ? (values[i] ?? 0) / floor : floor / (values[i] ?? 0)))
  return {
    name,
    engine: of.engine,
    processes: of.processes,
    value: rounded(facts.value ?? median(values)),
    spread: [rounded(Math.min(...values)), rounded(Math.max(...values))],
    unit,
    floor: floors.length > 0 ? rounded(median(floors)) : null,
    ratio: ratios.length > 0 ? rounded(median(ratios)) : null,
    p50: ms ? rounded(quantile(ms, 50)) : null,
    p99: ms ? rounded(quantile(ms, 99)) : null,
    n,
    errors: facts.errors ?? 0,
    wanted: facts.wanted ?? null,
    predicted: facts.predicted === undefined || facts.predicted === null ? null : rounded(facts.predicted),
    note: facts.note ?? '',
  }
}

export function isMissed(figure: Figure) {
  const { wanted, errors } = figure
  if (wanted === null) return false
  if (errors > 0) return true
  const is = figure[wanted.of] ?? Number.NaN
  return 'atLeast' in wanted ? !(is >= wanted.atLeast) : !(is <= wanted.atMost)
}

/** @returns NaN of nothing */
export function median(values: number[]) {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
}

/** The value that so many percent do not exceed. */
export function quantile(values: number[], percent: number) {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN
}

/** Three digits say all that is known. */
function rounded(value: number) {
  return Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3))
}
