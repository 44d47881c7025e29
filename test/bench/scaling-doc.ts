import { type Figure, median } from './figure.ts'
import type { KeptFigure } from './kept-figures.ts'
import { type Clubs, type Costs, clubsOfMachine, errorPercent, memoryMb, screensOfCore } from './model.ts'
import { costsOf } from './unit-costs.ts'

// The tables of docs/scaling.md, from the figures that are kept beside it (kept-figures.ts).

type Variant = { title: string; engine: Figure['engine']; processes: number }

const variants: Variant[] = [
  { title: 'SQLite, 1 process', engine: 'sqlite', processes: 1 },
  { title: 'PostgreSQL, 1 process', engine: 'postgres', processes: 1 },
  { title: 'PostgreSQL, 3 processes', engine: 'postgres', processes: 3 },
]
const [sqlite] = variants as [Variant]

type Row = {
  what: string
  /** One or several, one after the other. */
  names: string[]
  /** Of the database, whoever asks it. */
  ofDatabase?: boolean
}

const rows: Row[] = [
  { what: 'home pages per second, 16 connections, no writes', names: ['dashboard-read'] },
  { what: 'CPU time of each, µs', names: ['dashboard-read.processor'] },
  { what: 'the same, unchanged (304), µs', names: ['dashboard-unchanged.processor'] },
  { what: 'check-ins per second, 16 connections', names: ['check-in'] },
  { what: 'CPU time of a check-in, µs', names: ['check-in.processor'] },
  { what: 'SQL statements per check-in', names: ['check-in.statements'] },
  {
    what: 'disk syncs per check-in, alone; with 16 connections',
    names: ['commits.alone', 'commits.16-lines'],
  },
  { what: 'CPU time to notify one open screen, µs', names: ['scaling.tell'] },
  {
    what: "CPU time of that screen's request after a check-in, µs, with 30 checked in; with 230",
    names: ['scaling.again-30', 'scaling.again-230'],
  },
  {
    what: 'extra for the first such request of a process, µs, with 30; with 230',
    names: ['scaling.find-30', 'scaling.find-230'],
  },
  {
    what: 'CPU time of a request after an RSVP, µs; extra for the first, µs',
    names: ['scaling.look', 'scaling.find-after-answer'],
  },
  { what: 'CPU time of an open screen in 15 s without changes, µs', names: ['scaling.beat'] },
  { what: 'CPU time of an idle process, µs per second', names: ['scaling.idle'] },
  {
    what: 'memory of a process, MB, idle; after many requests',
    names: ['scaling.idle-memory', 'scaling.busy-memory'],
  },
  { what: 'memory per open screen, KB', names: ['scaling.screen-memory'] },
  { what: 'disk space per member, KB; per member per year', names: ['disk.member', 'disk.year'], ofDatabase: true },
  { what: 'disk space per practice with 30 people, KB', names: ['disk.practice'], ofDatabase: true },
  { what: 'PostgreSQL connections in total, idle; most', names: ['connections.idle', 'connections.most'] },
]

const evenings = [
  { name: 'scaling.alone-100', what: 'CPU time of a check-in, 100 screens open, ms' },
  { name: 'scaling.alone-500', what: 'the same, 500 screens, ms' },
  { name: 'scaling.alone-1000', what: 'the same, 1,000 screens, ms' },
  { name: 'scaling.rush-1000', what: 'CPU time of 200 check-ins in 10 s, 1,000 screens, s' },
  { name: 'scaling.mixed', what: 'CPU time of a request, 90 home pages to 10 RSVPs, µs' },
  { name: 'scaling.memory-500', what: 'memory of a process, 500 screens in total, MB' },
  { name: 'scaling.memory-1000', what: 'the same, 1,000 screens in total, MB' },
]

const machine = { cores: 4, memoryMb: 16 * 1024, share: 0.8 }
const idling: Clubs = { busyShare: 0, screens: 0, checkInsEachSecond: 0, there: 0 }
/** A usual practice in its first minutes. */
const practice = { screens: 50, checkInsEachSecond: 0.1, there: 30 }
/** Of a member, in the database. */
const club = { members: 200, years: 5 }

const notYet = 'Not measured yet: `npm run bench -- --document` fills this in.'

/** What stands between the markers of the document, by their names. */
const blocks = { costs: costsBlock, model: modelBlock, clubs: clubsBlock }

/** Puts what was measured into the document, in place of what it had. @returns how it reads then */
export function intoScaling(text: string, kept: KeptFigure[]) {
  return Object.entries(blocks).reduce((document, [name, block]) => {
    const begin = `<!-- npm run bench -- --document: ${name} -->\n`
    const end = '<!-- until here -->\n'
    const [before, rest] = document.split(begin)
    const at = rest?.indexOf(end) ?? -1
    if (before === undefined || rest === undefined || at === -1)
      throw new Error(`The document has no lines "${begin.trim()}" and "${end.trim()}".`)
    return `${before}${begin}\n${block(kept)}\n\n${rest.slice(at)}`
  }, text)
}

function costsBlock(kept: KeptFigure[]) {
  const table = [
    `| | ${variants.map(({ title }) => title).join(' | ')} |`,
    `| --- | ${variants.map(() => '---').join(' | ')} |`,
    ...rows.map((row) => `| ${row.what} |${variants.map((variant) => cellOf(kept, row, variant)).join('|')}|`),
  ]
  const known = rows.flatMap(({ names }) => kept.filter(({ name }) => names.includes(name)))
  return [known.length === 0 ? notYet : circumstances(known), '', ...table].join('\n')
}

function cellOf(kept: KeptFigure[], { names, ofDatabase = false }: Row, variant: Variant) {
  const processes = ofDatabase ? 1 : variant.processes
  const cells = names.map((name) => find(kept, name, { ...variant, processes }))
  if (names.some((name) => name.startsWith('connections.')) && variant.engine === 'sqlite') return ' – '
  return cells.every((figure) => figure === undefined) ? ' ' : ` ${cells.map(withSpread).join('; ')} `
}

function modelBlock(kept: KeptFigure[]) {
  const found = variants.flatMap((variant) =>
    evenings.flatMap(({ name, what }) => {
      const figure = find(kept, name, variant)
      return figure && figure.predicted !== null ? [{ figure, predicted: figure.predicted, what, variant }] : []
    }),
  )
  if (found.length === 0) return notYet
  const errors = found.map(({ figure, predicted }) => errorPercent({ predicted, value: figure.value }))
  const lines = found.map(
    ({ figure, predicted, what, variant }, i) =>
      `| ${what} | ${variant.title} | ${number(predicted)} | ${withSpread(figure)} | ${percent(errors[i] ?? 0)} |`,
  )
  const amounts = errors.map(Math.abs)
  return [
    circumstances(found.map(({ figure }) => figure)),
    '',
    '| what | where | predicted | measured | error |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
    '',
    `The median error is ${Math.round(median(amounts))}%, the largest ${Math.round(Math.max(...amounts))}%. Above zero, the model predicted too much.`,
  ].join('\n')
}

function clubsBlock(kept: KeptFigure[]) {
  const costs = costsIfKnown(kept)
  const disk = [find(kept, 'disk.member', sqlite), find(kept, 'disk.year', sqlite)]
  if (!costs || disk.some((figure) => figure === undefined)) return notYet
  const diskMb = (club.members * ((disk[0]?.value ?? 0) + club.years * (disk[1]?.value ?? 0))) / 1024
  const lines = find(kept, 'connections.idle', { engine: 'postgres', processes: 1 })
  const table = [10, 1000, 100_000].map((clubs) => {
    const cells = [
      amount(clubs * costs.idleMb),
      cores((clubs * costs.idle) / 1e6),
      amount(clubs * diskMb),
      lines ? number(clubs * lines.value) : '',
    ]
    return `| ${number(clubs)} | ${cells.join(' | ')} |`
  })
  const of = `${machine.cores} cores and ${machine.memoryMb / 1024} GB`
  return [
    `| clubs | memory, idle | CPU, idle | disk, ${club.members} members and ${club.years} years each | PostgreSQL connections instead, idle |`,
    '| --- | --- | --- | --- | --- |',
    ...table,
    '',
    `On SQLite, one process per club:`,
    '',
    `- A core serves ${number(screensOfCore(costs, { checkInsEachSecond: 1, there: 30 }))} open screens with a check-in every second, and ${number(screensOfCore(costs, { checkInsEachSecond: 0.1, there: 30 }))} with one every ten seconds (30 checked in, each screen notified and requesting its page).`,
    ...checkInsLine(kept),
    `- Memory of a process: ${number(costs.idleMb)} MB after the start, ${number(costs.busyMb)} MB after a practice, ${number(memoryMb(costs, { screens: 1000, processes: 1 }))} MB with 1,000 screens.`,
    `- ${carries(of, clubsOfMachine(costs, machine, idling), 'that are idle')}`,
    `- ${carries(of, clubsOfMachine(costs, machine, { busyShare: 0.2, ...practice }), `if one in five has ${practice.screens} open screens and a check-in every ten seconds`)}`,
  ].join('\n')
}

function checkInsLine(kept: KeptFigure[]) {
  const found = variants.flatMap((variant) => {
    const figure = find(kept, 'check-in', variant)
    return figure ? [`${number(figure.value)} (${variant.title})`] : []
  })
  return found.length > 0 ? [`- Check-ins per second at most: ${found.join(', ')}.`] : []
}

function carries(of: string, { byMemory, byProcessor }: ReturnType<typeof clubsOfMachine>, which: string) {
  const first = byMemory < byProcessor ? 'memory' : 'CPU'
  return `A machine with ${of}, a fifth of it reserved for the system, has memory for ${number(byMemory)} clubs ${which}, and CPU for ${number(byProcessor)}: ${first} is the first limit.`
}

function costsIfKnown(kept: KeptFigure[]): Costs | null {
  const own = kept.filter((figure) => isOf(figure, sqlite))
  try {
    return costsOf(own)
  } catch {
    return null
  }
}

function find(kept: KeptFigure[], name: string, variant: Pick<Variant, 'engine' | 'processes'>) {
  return kept.find((figure) => figure.name === name && isOf(figure, variant))
}

function isOf(figure: Figure, { engine, processes }: Pick<Variant, 'engine' | 'processes'>) {
  return figure.engine === engine && figure.processes === processes
}

/** When, on what, and of how many rounds. */
function circumstances(figures: KeptFigure[]) {
  const days = figures.map(({ on }) => on).sort()
  const when = days[0] === days.at(-1) ? `on ${days[0]}` : `from ${days[0]} to ${days.at(-1)}`
  const machines = [...new Set(figures.map(({ machine }) => machine))].join('; or ')
  const rounds = [...new Set(figures.map((figure) => figure.rounds))].sort((one, other) => one - other).join(' or ')
  return `Measured ${when}: ${machines}. ${rounds === '1' ? 'One round each, which is not a result.' : `Medians of ${rounds} rounds, with minimum and maximum.`}`
}

function withSpread(figure: KeptFigure | undefined) {
  if (!figure) return '?'
  const [least, most] = figure.spread
  const spread = least === most ? '' : ` (${number(least)}–${number(most)})`
  return `${number(figure.value)}${spread}${figure.errors > 0 ? `, ${number(figure.errors)} rejected` : ''}`
}

function number(value: number) {
  return Number(value.toPrecision(3)).toLocaleString('en-US', { maximumSignificantDigits: 3 })
}

function percent(value: number) {
  const whole = Math.round(value)
  return `${whole > 0 ? '+' : whole < 0 ? '−' : ''}${Math.abs(whole)}%`
}

function cores(value: number) {
  return `${number(value)} ${value < 1 ? 'of a core' : 'cores'}`
}

function amount(mb: number) {
  if (mb < 1024) return `${number(mb)} MB`
  return mb < 1024 ** 2 ? `${number(mb / 1024)} GB` : `${number(mb / 1024 ** 2)} TB`
}
