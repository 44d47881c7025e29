// Shows: T67

import { setTimeout as pause } from 'node:timers/promises'
import type { ClubSetting, SettingChange } from '#contract/club-settings.ts'
import { type SettingName, settingNames } from '#domain/settings/setting-list.ts'
import { type Fault, outcomeOf } from './fault.ts'
import { answersBeforeSettingsAreStored, overwritesSettings, readsSettingsInHalves } from './servers-without.ts'
import { anyValue, publicPartOf } from './setting-edits.ts'
import {
  ask,
  type Bench,
  enterPassword,
  get,
  type Officer,
  openBench,
  type Process,
  read,
  readSettings,
  settingsOf,
} from './settings-bench.ts'
import { auditRows, type Change, historyOf, judge, keyOf, statesOf } from './settings-judge.ts'
import { quantile } from './stream-follower.ts'
import { copyTree } from './tree-copy.ts'

const edits = 1000
const editsAStop = 40
const leastStops = 4
/** Without guards, only kills, and more often. */
const control = { edits: 150, editsAStop: 15 }

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
