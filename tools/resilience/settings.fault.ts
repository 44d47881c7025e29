// Shows: T67

import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { ClubSetting, SettingChange, SettingJson } from '#contract/club-settings.ts'
import { type SettingName, settingNames } from '#domain/settings/setting-list.ts'
import { createRandom } from '#server/ops/demo/random.ts'
import { goodPassword } from '#test/support/club.ts'
import { startS3Store } from '#test/support/s3-store.ts'
import { prepareServer, type ServerProcess, startServerProcess } from '#test/support/server.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { openPhone, orNothing, type Reply } from './phone.ts'
import { seedClub } from './seeded-club.ts'
import { answersBeforeSettingsAreStored, overwritesSettings, readsSettingsInHalves } from './servers-without.ts'
import { anyValue, publicPart, publicPartOf, type Settings, unset } from './setting-edits.ts'
import { quantile } from './stream-follower.ts'
import { copyTree } from './tree-copy.ts'

const edits = 1000
const editsAStop = 40
const leastStops = 4
/** Without guards, only kills, and more often. */
const control = { edits: 150, editsAStop: 15 }
/** How late a page for visitors may be. */
const visitorsWithinMs = 2000

export const fault: Fault = {
  name: 'settings',
  promise:
    'Two officers edit all settings and upload files while the server is stopped and killed, on PostgreSQL one of three: no acknowledged edit is lost, doubled, or overwritten unseen, each page shows one moment, and each edit is undone by one press.',
  engines: ['sqlite', 'postgres'],
  limitMinutes: 15,
  async run(context) {
    const rounds = context.rounds(edits)
    const bench = await openBench(context)
    const every = Math.min(editsAStop, Math.floor(rounds / (leastStops + 1)))
    const { stops, kills } = await editAmidStops(bench, rounds, { every })
    const judged = await judge(bench)
    context.say(`${judged.acknowledged} edits, ${stops} stops, ${kills} kills`)
    const undone = await undoAll(bench)
    const wrong = [...judged.wrong, ...undone.wrong, ...(await bench.verify())]
    if (stops === 0 || kills === 0) wrong.push('nothing was ever stopped or killed')
    if (bench.counts.refused === 0) wrong.push('no officer ever had an old value')
    await bench.end()

    const { root } = await copyTree(context, [
      overwritesSettings,
      readsSettingsInHalves,
      answersBeforeSettingsAreStored,
    ])
    const unguarded = await openBench(context, root)
    await editAmidStops(unguarded, control.edits, { every: control.editsAStop, onlyKills: true })
    const without = await judge(unguarded)
    for (const what of ['lost', 'overwritten', 'halves'] as const)
      if (without[what] === 0) wrong.push(`the control did not notice: ${what} 0`)
    return outcomeOf(wrong, {
      processes: bench.processes.length,
      acknowledged: judged.acknowledged,
      settings: settingNames.length,
      'files uploaded': bench.counts.uploads,
      'refused for an old value': bench.counts.refused,
      stops,
      kills,
      'asked again under the same key': bench.counts.again,
      lost: judged.lost,
      doubled: judged.doubled,
      'overwritten unseen': judged.overwritten,
      'pages and lists read': judged.reads,
      'of these not of one moment': judged.halves,
      'of these older than acknowledged': judged.stale,
      'visitors saw a change within ms, p99 / most': `${quantile(judged.lateMs, 99)} / ${quantile(judged.lateMs, 100)}`,
      'undone by one press': undone.undone,
      'without guards: lost, overwritten, not of one moment (control)': `${without.lost}, ${without.overwritten}, ${without.halves}`,
    })
  },
}

type Bench = Awaited<ReturnType<typeof openBench>>
type Officer = {
  cookie: string
  /** The settings as this officer last saw them. */
  seen: Map<SettingName, ClubSetting>
}
/** Who had seen which revision when the server took this value as a revision. */
type Claim = { name: SettingName; value: string | null; seen: number; revision: number; at: number }
type Reading = { kind: 'settings' | 'public'; text: string; begunAt: number }

/** One server on SQLite, three on one PostgreSQL and one bucket. */
async function openBench(context: FaultContext, root?: string) {
  const isAlone = context.engine === 'sqlite'
  const store = isAlone ? null : await startS3Store('club')
  if (store) context.onEnd(() => store[Symbol.asyncDispose]())
  const env = store?.env('club') ?? {}
  const club = await seedClub(context, { members: 1, env })
  await club.db.deleteFrom('sampleSettings').execute()
  await club.db.updateTable('member').set({ role: 'Officer' }).execute()
  await club.letGo()
  const folders = [{ dataDir: club.dataDir, env: club.env }]
  for (let more = isAlone ? 0 : 2; more > 0; more--) {
    const folder = await prepareServer({ env: { ...club.shared, ...env } })
    context.onEnd(() => rm(folder.dataDir, { recursive: true, force: true }))
    folders.push(folder)
  }
  const processes: Process[] = []
  for (const again of folders) processes.push(await openProcess(context, again, root))
  const random = createRandom(Date.now())
  const officers = [club.officer, ...club.members].map(({ cookie }): Officer => ({ cookie, seen: new Map() }))
  const first = await readSettings(processes[0]?.url ?? '', officers[0]?.cookie ?? '')
  const bench = {
    context,
    club,
    processes,
    random,
    officers,
    mapHosts: first.mapHosts,
    ofFile: settingsOf(first.settings),
    claims: [] as Claim[],
    /** The revisions that were acknowledged. */
    known: new Set<number>(),
    readings: [] as Reading[],
    counts: { uploads: 0, refused: 0, again: 0, number: 0 },
    /** Everything `quiver verify` finds wrong, including the files. */
    async verify() {
      const { code, output } = await (processes[0] as Process).quiver('verify')
      return code === 0 ? [] : output.trim().split('\n')
    },
    async end() {
      for (const each of processes) await each.end('kill')
    },
  }
  for (const officer of officers) await enterPassword(bench, officer)
  return bench
}

type Process = Awaited<ReturnType<typeof openProcess>>

async function openProcess(
  context: FaultContext,
  again: Awaited<ReturnType<typeof prepareServer>>,
  root: string | undefined,
) {
  const start = () => startServerProcess({ again, ...(root === undefined ? {} : { root }) })
  let running: ServerProcess = await start()
  context.onEnd(() => running.kill())
  return {
    url: running.url,
    end: (how: 'stop' | 'kill') => running[how](),
    async start() {
      running = await start()
    },
    quiver: (...words: string[]) => running.quiver(...words),
  }
}

/** Sends it until there is an answer, each time to any of the processes, as a phone does: always under the same key. */
async function ask(bench: Bench, { cookie }: Officer, operation: string, input: object): Promise<Reply> {
  const key = randomUUID()
  for (;;) {
    bench.context.signal.throwIfAborted()
    const { url } = bench.random.pick(bench.processes)
    const reply = await orNothing(openPhone(url, cookie).act(operation, input, key))
    if (reply && reply.status < 500) return reply
    bench.counts.again += 1
    await pause(50)
  }
}

async function enterPassword(bench: Bench, officer: Officer) {
  const { status, body } = await ask(bench, officer, 'session.enterPassword', { password: goodPassword })
  if (status !== 200) throw new Error(`the password was answered ${status}: ${body}`)
}

async function get<T>(url: string, cookie: string, path: string, input?: object) {
  const query = input === undefined ? '' : `?data=${encodeURIComponent(JSON.stringify({ json: input }))}`
  const { status, json, body } = await openPhone(url, cookie).get(`/rpc/${path}${query}`)
  if (status !== 200) throw new Error(`${path} was answered ${status}: ${body}`)
  return json as T
}

function readSettings(url: string, cookie: string) {
  return get<{ settings: ClubSetting[]; mapHosts: string[] }>(url, cookie, 'clubSettings/get')
}

/** Reads until there is an answer. */
async function read<T>(bench: Bench, from: (url: string) => Promise<T>): Promise<T> {
  for (;;) {
    bench.context.signal.throwIfAborted()
    const found = await from(bench.random.pick(bench.processes).url).catch(() => null)
    if (found !== null) return found
    await pause(50)
  }
}

/** By name, in one order. */
function settingsOf(list: ClubSetting[]): Settings {
  return Object.fromEntries(list.map(({ name, value, isDecided }) => [name, isDecided ? JSON.stringify(value) : unset]))
}

/** One after so many edits. */
type Stops = { every: number; onlyKills?: boolean }

/** Both officers edit, and everyone reads, while one process after the other is stopped or killed and started again. */
async function editAmidStops(bench: Bench, wanted: number, { every, onlyKills = false }: Stops) {
  const { known, officers, processes, context } = bench
  let over = false
  const readers = [readOn(bench, () => over), readOn(bench, () => over)]
  const editing = Promise.all(
    officers.map(async (officer) => {
      while (known.size < wanted) await editOnce(bench, officer)
    }),
  )
  let isEditing = true
  const stopEditing = () => {
    isEditing = false
  }
  // Fails below.
  editing.then(stopEditing, stopEditing)
  let [stops, kills] = [0, 0]
  for (let next = every; next < wanted && isEditing; next += every) {
    while (known.size < next && isEditing) {
      context.signal.throwIfAborted()
      await pause(1)
    }
    const how = onlyKills || (stops + kills) % 2 === 0 ? 'kill' : 'stop'
    const each = processes[(stops + kills) % processes.length] as Process
    await pause(bench.random.int(0, 30))
    await each.end(how)
    await each.start()
    if (how === 'kill') kills += 1
    else stops += 1
  }
  await editing
  over = true
  await Promise.all(readers)
  return { stops, kills }
}

/** One change, as an officer makes it who has opened the page some time ago. */
async function editOnce(bench: Bench, officer: Officer) {
  const { random } = bench
  if (officer.seen.size === 0 || random.chance(0.1)) await look(bench, officer)
  const name = random.pick(settingNames)
  const setting = officer.seen.get(name)
  if (setting === undefined) throw new Error(`there is no ${name}`)
  const seen = setting.revision
  const act = await anyAct(bench, officer, setting)
  const { status, json, body } = await ask(bench, officer, `clubSettings.${act.operation}`, { ...act.input, seen })
  if (status === 200) {
    const revision = Number(json.revision)
    // What is already so stays at its revision.
    if (revision > seen) {
      bench.claims.push({ name, value: act.value, seen, revision, at: performance.now() })
      bench.known.add(revision)
    }
    officer.seen.set(name, { ...setting, revision })
  } else if (json.data?.reason === 'changed-since') {
    bench.counts.refused += 1
    await look(bench, officer)
  } else if (json.code === 'PASSWORD_NEEDED') await enterPassword(bench, officer)
  else throw new Error(`${act.operation} of ${name} was answered ${status}: ${body}`)
}

async function look(bench: Bench, officer: Officer) {
  const { settings } = await read(bench, (url) => readSettings(url, officer.cookie))
  officer.seen = new Map(settings.map((setting) => [setting.name, setting]))
}

type Act = { operation: 'set' | 'reset' | 'undo'; input: object; value: string | null }

async function anyAct(bench: Bench, officer: Officer, { name, isFromApp }: ClubSetting): Promise<Act> {
  const { random, mapHosts, counts } = bench
  if (isFromApp && random.chance(0.1)) return { operation: 'reset', input: { name }, value: null }
  const changes = random.chance(0.15) ? await changesOf(bench, officer, name) : []
  if (changes.length > 0) {
    const { id, before } = random.pick(changes)
    return { operation: 'undo', input: { changeId: id }, value: before && JSON.stringify(before.value) }
  }
  counts.number += 1
  const upload = (use: 'logo' | 'document', fileName: string, content: Buffer) =>
    uploadFile(bench, officer, { use, name: fileName, content: content.toString('base64') })
  const value = await anyValue({ name, random, number: counts.number, mapHosts, upload })
  return { operation: 'set', input: { name, value }, value: JSON.stringify(value) }
}

async function changesOf(bench: Bench, { cookie }: Officer, name: SettingName) {
  const { changes } = await read(bench, (url) =>
    get<{ changes: SettingChange[] }>(url, cookie, 'settingChanges/get', { name }),
  )
  return changes
}

async function uploadFile(bench: Bench, officer: Officer, file: object) {
  const { status, json, body } = await ask(bench, officer, 'clubFiles.upload', file)
  if (status !== 200) throw new Error(`an upload was answered ${status}: ${body}`)
  bench.counts.uploads += 1
  return String(json.url)
}

/** Reads pages as visitors and the settings as an officer, of any process that runs. */
async function readOn(bench: Bench, isOver: () => boolean) {
  const { random, processes, officers, readings } = bench
  while (!isOver()) {
    const { url } = random.pick(processes)
    const begunAt = performance.now()
    const kind = random.pick(['session', 'page', 'settings'] as const)
    const reading = kind === 'settings' ? readSettings(url, random.pick(officers).cookie) : readPublic(url, kind)
    const found = await reading.catch(() => null)
    if (found !== null && 'settings' in found)
      readings.push({ kind: 'settings', text: JSON.stringify(settingsOf(found.settings as ClubSetting[])), begunAt })
    else if (found !== null) readings.push({ kind: 'public', text: JSON.stringify(found), begunAt })
    await pause(10)
  }
}

async function readPublic(url: string, kind: 'session' | 'page'): Promise<Record<string, unknown>> {
  if (kind === 'session') {
    const { club } = await get<{ club: Record<string, unknown> }>(url, '', 'session/get')
    return publicPartOf(club)
  }
  const page = await fetch(`${url}/login`)
  if (page.status !== 200) throw new Error(`the page was answered ${page.status}`)
  const html = await page.text()
  const facts = publicPartOf(JSON.parse(/id="sign-in-facts">(.*?)<\/script>/.exec(html)?.[1] ?? '{}'))
  const colors = /data-colors="([^"]*)"/.exec(html)?.[1] ?? null
  // The title and the colors are in the page twice.
  const isOne = colors === facts.colorCss && html.includes(` · ${facts.name}</title>`)
  return isOne ? facts : { half: true, ...facts }
}

/** Compares what was acknowledged with what is stored, with the history, and with everything that was read. */
async function judge(bench: Bench) {
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

type Change = { name: SettingName; value: string | null }

/** The changes by revision; undefined where none is known. */
function historyOf(claims: Claim[]) {
  const history: (Change | undefined)[] = [undefined]
  for (const { name, value, revision } of claims) history[revision] = { name, value }
  return Array.from(history).slice(1)
}

/** All settings after each change, and before the first. */
function statesOf(ofFile: Settings, history: (Change | undefined)[]): Settings[] {
  const states = [ofFile]
  let state = ofFile
  for (const change of history) {
    if (change) state = { ...state, [change.name]: change.value ?? ofFile[change.name] }
    states.push(state)
  }
  return states
}

function keyOf({ name, value }: Change) {
  return `${name} ${value}`
}

async function auditRows({ club }: Bench) {
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

/** Undoes every edit, the last one first, and looks each time whether all settings are what they were before it. */
async function undoAll(bench: Bench) {
  const { claims, officers, ofFile } = bench
  const history = historyOf(claims) as Change[]
  const states = statesOf(ofFile, history)
  const rows = Map.groupBy(await auditRows(bench), ({ key }) => key)
  const [officer] = officers as [Officer, Officer]
  const wrong: string[] = []
  let undone = 0
  await look(bench, officer)
  for (let at = history.length - 1; at >= 0; at--) {
    const change = history[at] as Change
    const before = history.slice(0, at).findLast(({ name }) => name === change.name)?.value ?? null
    const ofChange = rows.get(keyOf(change)) ?? []
    const row = ofChange.find((each) => each.before === before)
    const input = { changeId: row?.id, seen: officer.seen.get(change.name)?.revision ?? 0 }
    let reply = await ask(bench, officer, 'clubSettings.undo', input)
    if (reply.json.code === 'PASSWORD_NEEDED') {
      await enterPassword(bench, officer)
      reply = await ask(bench, officer, 'clubSettings.undo', input)
    }
    await look(bench, officer)
    const now = JSON.stringify(settingsOf([...officer.seen.values()]))
    if (reply.status === 200 && now === JSON.stringify(states[at])) undone += 1
    else wrong.push(`undoing edit ${at + 1} of ${change.name} was answered ${reply.status}: ${reply.body}`)
    if (wrong.length > 5) break
  }
  return { undone, wrong }
}
