import type { UnitResult } from './bench-state.ts'

type Total = { what: string; of: RegExp; units?: string[] }

/** Totals over all fault tests, by the names of their figures. */
const numbers: Total[] = [
  {
    what: 'writes acknowledged',
    of: /(^|: )(acknowledged( writes)?|acknowledged before (a|the) backup began|acts|effects)$/,
  },
  { what: 'of these lost', of: /(^|: )lost$|^of these not in it$/ },
  { what: 'of these done twice', of: /(^|: )doubled$/ },
  { what: 'of these done by half', of: /\bby half$/ },
  { what: 'kills of the server', of: /^kills$/ },
  { what: 'stops, restarts, and ends by an error', of: /^(stops|restarts|errors)$/ },
  {
    what: 'hostile inputs, requests, answers and pictures',
    of: /^(inputs|requests|answers|pictures)$/,
    units: ['bad-input', 'raw-requests', 'sizes', 'picture-bombs'],
  },
  { what: 'of these answered by a fault of ours (5xx)', of: /^faults$/, units: ['bad-input', 'raw-requests'] },
  { what: 'unlawful rows after them', of: /^unlawful rows$/ },
  { what: 'cells of the matrix of who may do what', of: /^cells of / },
  { what: 'of these wrong', of: /^wrong cells$/ },
]

const rounds = /(\d+) rounds, (\d+) broken/

/** Sums over all tests that ran; races report their rounds as text. */
export function totalsOf(units: UnitResult[]) {
  const figures = units.flatMap(({ name, figures }) =>
    Object.entries(figures).map(([figure, value]) => ({ unit: name, figure, value })),
  )
  const races = figures.flatMap(({ value }) => [rounds.exec(String(value))].filter((found) => found !== null))
  const sumOf = ({ of, units }: Total) =>
    figures
      .filter(
        ({ unit, figure, value }) => typeof value === 'number' && of.test(figure) && (units?.includes(unit) ?? true),
      )
      .reduce((sum, { value }) => sum + Number(value), 0)
  const counted = [
    ...numbers.map((total) => ({ what: total.what, sum: sumOf(total) })),
    { what: 'rounds of races', sum: races.reduce((sum, [, count]) => sum + Number(count), 0) },
    { what: 'of these broken', sum: races.reduce((sum, [, , broken]) => sum + Number(broken), 0) },
  ]
  return counted.map(({ what, sum }) => ({ what, count: sum.toLocaleString('en-US') }))
}
