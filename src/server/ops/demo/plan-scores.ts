import { type Arrow, arrowAt, distanceTo, farthest, type Spot } from '#domain/scorecards/card.ts'
import { facesOn } from '#domain/scorecards/faces.ts'
import { angleOf, mmPerUnit } from '#domain/scorecards/insight.ts'
import { arrowsOf, distanceOf, type Setup } from '#domain/scorecards/setup.ts'
import { firstSetup, presets } from '#domain/scorecards/setup-choices.ts'
import { type DemoEvent, type PlannedPractice, plus } from './events.ts'
import { type DemoPerson, type HeldPractice, passHolder, president } from './plan-people.ts'
import { isIndoors } from './plan-schedule.ts'
import type { Random } from './random.ts'

/** An archer's skill: handicap at the start of the semester, its improvement until the end, group offset, and whether arrows are plotted. */
type Skill = { handicap: number; progress: number; pull: { x: number; y: number }; plots: boolean }

const alwaysScoring = [passHolder, president]
const handicaps = { Compound: [22, 42], Recurve: [40, 68], Barebow: [48, 70], undecided: [58, 70] } as const

/**
 * Plans the semester's scorecards: who scores one, and the arrows, scattered according to the archer's handicap
 * (domain/scorecards/insight.ts), with good and bad days.
 */
export function planScores(people: DemoPerson[], heldPractices: HeldPractice[], random: Random): DemoEvent[] {
  const archers = people.filter((person) => alwaysScoring.includes(person.key) || random.chance(0.55))
  const skills = new Map(archers.map((person) => [person.key, skillOf(person, random)]))
  return heldPractices.flatMap(({ practice, attending }, i) =>
    attending.flatMap((person) => {
      const skill = skills.get(person.key)
      if (!skill || !random.chance(alwaysScoring.includes(person.key) ? 0.75 : 0.38)) return []
      const form = skill.handicap - (skill.progress * i) / heldPractices.length + random.int(-30, 30) / 10
      const setup = setupFor(person, practice, form)
      const startedAt = plus(practice.startsAt, random.int(15, 40))
      const card = cardOf(person, { setup, startedAt, form, skill, random }, arrowsOf(setup))
      const others = attending.filter((other) => other !== person && other.officer)
      const second = alwaysScoring.includes(person.key) && random.chance(0.3) ? (others[0]?.key ?? null) : null
      return [{ at: plus(startedAt, random.int(45, 60)), kind: 'score', person: person.key, card, second }]
    }),
  )
}

/** Scorecards in progress at the live practice. */
export function planScoresNow(people: DemoPerson[], live: PlannedPractice, at: string, random: Random): DemoEvent[] {
  return people.map((person, i) => {
    const skill = skillOf(person, random)
    const setup = setupFor(person, live, skill.handicap)
    const facts = { setup, startedAt: live.startsAt, form: skill.handicap, skill, random }
    const card = cardOf(person, facts, setup.arrowsPerEnd * (i + 1))
    return { at, kind: 'score', person: person.key, card, second: null }
  })
}

function skillOf(person: DemoPerson, random: Random): Skill {
  const [best, worst] = handicaps[person.profile.bowType]
  // Members who attend often shoot better, with some random variation.
  const usual = worst - (worst - best) * (0.2 + 0.6 * person.keenness) * (0.7 + 0.3 * random.fraction())
  const pull = { x: random.int(-35, 35) / 100, y: random.int(-35, 35) / 100 }
  return {
    handicap: usual,
    progress: alwaysScoring.includes(person.key) ? 14 : random.int(3, 14),
    pull,
    plots: random.chance(0.8),
  }
}

const preset = (name: string): Setup => {
  const found = presets.find((each) => each.name === name)
  return { ...firstSetup, mode: found?.mode ?? 'club', name, ...found?.setup }
}

/** A round that fits the location and the archer's handicap: weaker archers shoot shorter distances. */
function setupFor(person: DemoPerson, practice: PlannedPractice, form: number): Setup {
  const { bowType, personalEquipment } = person.profile
  const bow = bowType === 'undecided' ? null : bowType
  const shaft = personalEquipment === 'Yes' ? (bow === 'Compound' ? 5.5 : 6) : 8
  const own = { bow, arrowDiameter: shaft }
  if (form > 60) return { ...preset('Standard Indoor'), bow, target: '60cm', distances: [10] }
  if (isIndoors(practice)) {
    const target = bow === 'Compound' ? '40cm 3-Spot' : '40cm Single'
    return { ...preset(person.keenness > 0.5 ? 'WA 18 m' : 'Half WA 18 m'), ...own, target }
  }
  if (bow === 'Compound') return { ...preset('Half WA 720 compound'), ...own }
  if (bow === 'Barebow' && form < 62) return { ...preset('Half WA 720 barebow'), ...own }
  if (form < 48) return { ...preset('Half WA 720 recurve'), ...own }
  const distance = form < 58 ? 50 : 30
  return { ...preset('Half WA 720 barebow'), ...own, name: `36 arrows at ${distance} m`, distances: [distance] }
}

type CardInput = { setup: Setup; startedAt: string; form: number; skill: Skill; random: Random }

function cardOf({ key }: DemoPerson, { setup, startedAt, form, skill, random }: CardInput, count: number) {
  const arrows: Arrow[] = []
  const perRound = arrowsOf(setup) / setup.rounds
  for (let slot = 0; slot < count; slot++) {
    const distance = distanceOf(setup, Math.floor(slot / perRound)) ?? 18
    const spread = (distance * 1000 * angleOf(form, distance)) / mmPerUnit(setup)
    const face = (slot % setup.arrowsPerEnd) % facesOn(setup.target)
    const arrow = arrowAt(setup, onButt(shotAt(face, spread, skill.pull, random)))
    arrows.push(skill.plots ? arrow : { ...arrow, spot: null })
  }
  // Without plotted arrows, the scores of an end are recorded best first.
  if (!skill.plots) sortEnds(arrows, setup.arrowsPerEnd)
  return { id: `${key.replaceAll('.', '-')}-${startedAt.slice(0, 10)}`, setup, startedAt, arrows }
}

/** A random arrow around the archer's group offset, normally distributed; about 2% are released badly. */
function shotAt(face: number, spread: number, pull: Skill['pull'], random: Random): Spot {
  const bad = random.chance(0.02) ? 2.2 : 1
  const radius = bad * spread * Math.sqrt(-Math.log(1 - random.fraction())) * 0.95
  const angle = 2 * Math.PI * random.fraction()
  return { face, x: radius * Math.cos(angle) + pull.x * spread, y: radius * Math.sin(angle) + pull.y * spread }
}

function onButt(spot: Spot): Spot {
  const beyond = distanceTo(spot) / (farthest - 1)
  return beyond > 1 ? { ...spot, x: spot.x / beyond, y: spot.y / beyond } : spot
}

function sortEnds(arrows: Arrow[], perEnd: number) {
  const rank = ({ value }: Arrow) => (value === 'X' ? 11 : value)
  for (let from = 0; from < arrows.length; from += perEnd) {
    const end = arrows.slice(from, from + perEnd).sort((a, b) => rank(b) - rank(a))
    arrows.splice(from, perEnd, ...end)
  }
}
