import { type BowType, bowTypes } from '#domain/profile.ts'
import { facesOn, type TargetType, targetTypes } from './faces.ts'
import { arrowsOf, type Mode, most, type Setup } from './setup.ts'

const targetsOf: Record<Mode, readonly TargetType[]> = {
  club: ['60cm', '40cm Single', '40cm 3-Spot'],
  'world-archery': targetTypes,
}
const diametersOf: Record<Mode, readonly number[]> = { club: [6, 8, 9], 'world-archery': [5.5, 6, 8, 9, 9.3] }

export function targetsIn(mode: Mode) {
  return targetsOf[mode]
}

export function diametersIn(mode: Mode) {
  return diametersOf[mode]
}

export type Preset = { name: string; mode: Mode | null; setup: Partial<Omit<Setup, 'mode' | 'name'>> }

const outdoors = { rounds: 2, ends: 6, arrowsPerEnd: 6 }
const indoors = { rounds: 2, ends: 10, arrowsPerEnd: 3 }
const seven20 = {
  'WA 720 recurve': { target: '122cm', distances: [70], bow: 'Recurve' },
  'WA 720 compound': { target: '80cm', distances: [50], bow: 'Compound' },
  'WA 720 barebow': { target: '122cm', distances: [50], bow: 'Barebow' },
} as const

/** Fields that a preset leaves out keep their current value; `mode: null` means both modes. */
export const presets: readonly Preset[] = [
  { name: 'Standard Outdoor', mode: null, setup: { rounds: 1, ends: 6, arrowsPerEnd: 6 } },
  { name: 'Standard Indoor', mode: null, setup: { rounds: 1, ends: 10, arrowsPerEnd: 3 } },
  ...halvesToo('WA 18 m', { ...indoors, target: '40cm Single', distances: [18] }),
  ...halvesToo('WA 25 m', { ...indoors, target: '60cm', distances: [25] }),
  ...Object.entries(seven20).flatMap(([name, { distances, ...rest }]) =>
    halvesToo(name, { ...outdoors, ...rest, distances: [...distances] }),
  ),
  ...worldArchery('WA 900', { rounds: 3, ends: 5, arrowsPerEnd: 6, target: '122cm', distances: [60, 50, 40] }),
  ...worldArchery('Half WA 900', { rounds: 3, ends: 5, arrowsPerEnd: 3, target: '122cm', distances: [60, 50, 40] }),
]

function worldArchery(name: string, setup: Preset['setup']): Preset[] {
  return [{ name, mode: 'world-archery', setup }]
}

function halvesToo(name: string, setup: Preset['setup']) {
  return [...worldArchery(name, setup), ...worldArchery(`Half ${name}`, { ...setup, rounds: 1 })]
}

export function presetsIn(mode: Mode) {
  return presets.filter((preset) => preset.mode === null || preset.mode === mode)
}

/** The default setup. */
export const firstSetup: Setup = {
  mode: 'club',
  name: 'Standard Indoor',
  target: '40cm Single',
  arrowDiameter: 6,
  rounds: 1,
  ends: 10,
  arrowsPerEnd: 3,
  distances: [18],
  bow: null,
}

/** Complete setups to start with one press: the club's two rounds, and two of World Archery's, one of them for the bow. */
export function quickSetups(bowType: BowType | null): Setup[] {
  const bow = bowType === 'Compound' || bowType === 'Barebow' ? bowType : 'Recurve'
  const named = (mode: Mode, name: string, given: Partial<Setup> = {}): Setup => {
    const preset = presetsIn(mode).find((each) => each.name === name)
    return { ...inMode(firstSetup, mode), ...given, ...preset?.setup, name }
  }
  return [
    named('club', 'Standard Indoor'),
    named('club', 'Standard Outdoor', { target: '60cm', distances: [] }),
    named('world-archery', 'WA 18 m'),
    named('world-archery', `WA 720 ${bow.toLowerCase()}`),
  ].map((setup) => withOwnBow(setup, bowType))
}

/**
 * The initial setup of a new card: the last one, with the member's own bow if it has none.
 * @param bowType from the profile; `undecided` counts as none
 */
export function withOwnBow(last: Setup, bowType: BowType | null): Setup {
  return last.bow === null && bowType !== 'undecided' ? { ...last, bow: bowType } : last
}

/** The setup in the other mode, with the closest values that mode supports. */
export function inMode(setup: Setup, mode: Mode): Setup {
  const target = targetsOf[mode].includes(setup.target) ? setup.target : '60cm'
  const near = (a: number, b: number) => Math.abs(a - setup.arrowDiameter) - Math.abs(b - setup.arrowDiameter)
  const arrowDiameter = [...diametersOf[mode]].sort(near)[0] as number
  return { ...setup, mode, target, arrowDiameter }
}

/** Fields that can be invalid; the mode always comes from a fixed choice. */
export type SetupField = Exclude<keyof Setup, 'mode'>
export type SetupProblem = 'unusable' | 'too-long' | 'too-many-arrows' | 'not-one-per-round'
export type SetupProblems = Partial<Record<SetupField, SetupProblem>>

/** Problems by field; empty if the setup is valid. */
export function problemsOf(setup: Setup): SetupProblems {
  const { rounds, ends, arrowsPerEnd, distances, name } = setup
  const problems: SetupProblems = {}
  if (!isCount(rounds, most.rounds)) problems.rounds = 'unusable'
  if (!isCount(ends, most.ends)) problems.ends = 'unusable'
  if (!isCount(arrowsPerEnd, most.arrowsPerEnd)) problems.arrowsPerEnd = 'unusable'
  if (Object.keys(problems).length === 0 && arrowsOf(setup) > most.arrows) problems.ends = 'too-many-arrows'
  if (!targetsOf[setup.mode].includes(setup.target)) problems.target = 'unusable'
  if (!diametersOf[setup.mode].includes(setup.arrowDiameter)) problems.arrowDiameter = 'unusable'
  if (!distances.every((distance) => distance > 0 && distance <= most.distance)) problems.distances = 'unusable'
  else if (distances.length > 1 && distances.length !== rounds) problems.distances = 'not-one-per-round'
  if (setup.bow !== null && !bowTypes.includes(setup.bow)) problems.bow = 'unusable'
  if (name.trim() === '') problems.name = 'unusable'
  else if (name.length > most.name) problems.name = 'too-long'
  return problems
}

function isCount(value: number, highest: number) {
  return Number.isInteger(value) && value >= 1 && value <= highest
}

export type SpotWarning = 'spots-shared' | 'lowest-counts'

/** Whether an end has more arrows than the face has spots; null if not. */
export function spotWarning({ target, arrowsPerEnd, mode }: Setup): SpotWarning | null {
  if (facesOn(target) === 1 || arrowsPerEnd <= facesOn(target)) return null
  return mode === 'world-archery' ? 'lowest-counts' : 'spots-shared'
}
