import type { SettingJson } from '#contract/club-settings.ts'
import type { SettingName } from '#domain/settings/setting-list.ts'
import { publicPart, type Settings } from './setting-edits.ts'
import { type Bench, type Claim, type Reading, readSettings, settingsOf } from './settings-bench.ts'
import { quantile } from './stream-follower.ts'

/** How late a page for visitors may be. */
const visitorsWithinMs = 2000

/** Compares what was acknowledged with what is stored, with the history, and with everything that was read. */
export async function judge(bench: Bench) {
  const { claims, readings, processes, officers, ofFile } = bench
  const wrong: string[] = []
  const history = historyOf(claims)
  const states = statesOf(ofFile, history)
  const unknown = history.filter((change) => change === undefined).length
  if (unknown > 0) wrong.push(`${unknown} revisions belong to no acknowledged edit`)

  let [lost, doubled] = [0, 0]
  const rows = Map.groupBy(await auditRows(bench), ({ key }) => key)
  const made = Map.groupBy(
    new Map(claims.map((claim) => [`${claim.revision} ${keyOf(claim)}`, keyOf(claim)])).values(),
    (key) => key,
  )
  for (const key of new Set([...rows.keys(), ...made.keys()])) {
    const difference = (made.get(key)?.length ?? 0) - (rows.get(key)?.length ?? 0)
    lost += Math.max(0, difference)
    doubled += Math.max(0, -difference)
  }
  const last = JSON.stringify(states.at(-1))
  for (const { url } of processes) {
    const { settings } = await readSettings(url, officers[0]?.cookie ?? '')
    if (JSON.stringify(settingsOf(settings)) !== last) wrong.push(`${url} doesn’t show the last edits`)
  }
  const overwritten = countOverwritten(claims)
  const looked = judgeReadings(states, claims, readings)
  wrong.push(...looked.wrong)
  if (lost > 0) wrong.push(`${lost} acknowledged edits are lost`)
  if (doubled > 0) wrong.push(`${doubled} edits were done twice`)
  if (overwritten > 0) wrong.push(`${overwritten} edits replaced a value that the officer had not seen`)
  if (looked.halves > 0) wrong.push(`${looked.halves} pages were not of one moment`)
  if (looked.stale > 0) wrong.push(`${looked.stale} lists of the settings were older than an acknowledged edit`)
  if (quantile(looked.lateMs, 100) > visitorsWithinMs) wrong.push('visitors saw a change late')
  return { ...looked, wrong, acknowledged: history.length, lost, doubled, overwritten, reads: readings.length }
}

export type Change = { name: SettingName; value: string | null }

/** The changes by revision; undefined where none is known. */
export function historyOf(claims: Claim[]) {
  const history: (Change | undefined)[] = [undefined]
  for (const { name, value, revision } of claims) history[revision] = { name, value }
  return Array.from(history).slice(1)
}

/** All settings after each change, and before the first. */
export function statesOf(ofFile: Settings, history: (Change | undefined)[]): Settings[] {
  const states = [ofFile]
  let state = ofFile
  for (const change of history) {
    if (change) state = { ...state, [change.name]: change.value ?? ofFile[change.name] }
    states.push(state)
  }
  return states
}

export function keyOf({ name, value }: Change) {
  return `${name} ${value}`
}

export async function auditRows({ club }: Bench) {
  const rows = await club.db
    .selectFrom('audit')
    .select(['id', 'target', 'before', 'after'])
    .where('action', 'in', ['setting.change', 'setting.undo'])
    .execute()
  await club.letGo()
  const valueIn = (side: string | null) => {
    const { value } = JSON.parse(side ?? '{}') as { value?: SettingJson }
    return value === undefined ? null : JSON.stringify(value)
  }
  return rows.map(({ id, target, before, after }) => ({
    id,
    key: keyOf({ name: target as SettingName, value: valueIn(after) }),
    before: valueIn(before),
  }))
}

/** Edits that replaced a revision other than the one that their officer had seen. */
function countOverwritten(claims: Claim[]) {
  const byName = Map.groupBy(claims, ({ name }) => name)
  let overwritten = 0
  for (const ofName of byName.values()) {
    const revisions = [...new Set(ofName.map(({ revision }) => revision))].sort((a, b) => a - b)
    for (const [at, revision] of revisions.entries()) {
      const before = revisions[at - 1] ?? 0
      if (!ofName.some((claim) => claim.revision === revision && claim.seen === before)) overwritten += 1
    }
  }
  return overwritten
}

/** Whether each reading is of one moment, and how old it was. */
function judgeReadings(states: Settings[], claims: Claim[], readings: Reading[]) {
  const revisionsOf = new Map<string, number[]>()
  for (const [revision, state] of states.entries())
    for (const text of [JSON.stringify(state), JSON.stringify(publicPart(state))])
      revisionsOf.set(text, [...(revisionsOf.get(text) ?? []), revision])
  const acknowledgedAt = new Map(claims.map(({ revision, at }) => [revision, at]))
  let [halves, stale] = [0, 0]
  const wrong: string[] = []
  const lateMs: number[] = [0]
  for (const { kind, text, begunAt } of readings) {
    const revisions = revisionsOf.get(text)
    if (revisions === undefined) {
      if (halves === 0) wrong.push(`${kind}: ${nearestTo(states, text)}`)
      halves += 1
      continue
    }
    // The first change that it doesn't have yet.
    const missedAt = acknowledgedAt.get(Math.max(...revisions) + 1) ?? Number.POSITIVE_INFINITY
    if (missedAt >= begunAt) continue
    if (kind === 'settings') stale += 1
    else lateMs.push(Math.round(begunAt - missedAt))
  }
  return { wrong, halves, stale, lateMs }
}

/** In what a reading differs from the moment that it is most like. */
function nearestTo(states: Settings[], text: string) {
  const read = JSON.parse(text) as Record<string, unknown>
  const differences = states.flatMap((state, revision) =>
    [state as Record<string, unknown>, publicPart(state)].map((known) => ({
      revision,
      names: Object.keys({ ...known, ...read }).filter(
        (name) => JSON.stringify(known[name]) !== JSON.stringify(read[name]),
      ),
    })),
  )
  const [nearest] = differences.sort((one, other) => one.names.length - other.names.length)
  return `differs from revision ${nearest?.revision} in ${nearest?.names.join(', ')}: ${JSON.stringify(nearest?.names.map((name) => read[name]))}`
}
