// Shows: T82

import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#server/db/database.ts'
import { listBackups } from '#server/ops/backup/retention.ts'
import { startFakeIcsFeed } from '#test/support/fake-ics-feed.ts'
import { icsAhead } from '#test/support/ics.ts'
import { loggedInAgain, quickMember } from '#test/support/quick-member.ts'
import { startS3Store } from '#test/support/s3-store.ts'
import { type Fault, type FaultContext, notJudged, outcomeOf } from './fault.ts'
import { bareEnvironment, readHandbook, type } from './handbook-blocks.ts'
import { ownProxies } from './own-proxies.ts'
import { compareRestored } from './restored-rows.ts'
import { follow } from './stream-follower.ts'
import { projectRoot } from './tree-copy.ts'
import { keepUnit } from './unit-keeper.ts'
import { missingOf, startProxies } from './usual-proxies.ts'

const minutes = 10
const changeEveryMs = 15_000

export const fault: Fault = {
  name: 'handbook',
  promise:
    'From an empty folder, with what docs/install.md, docs/operate.md, and docs/troubleshoot.md say alone: installed, behind nginx and Caddy, an officer made, another calendar, backed up, wiped, restored, brought up to date.',
  engines: ['sqlite'],
  limitMinutes: minutes + 40,
  async run(context) {
    const commits = commitsOf(projectRoot)
    if (commits === null) return notJudged('there is no history here to clone from')
    const missing = missingOf(ownProxies(projectRoot))
    if (missing.length > 0) return notJudged(`not installed (Debian: apt-get install ${missing.join(' ')})`)
    return walk(context, commits)
  },
}

/** The newest two commits, or null without Git history. */
function commitsOf(root: string) {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD', 'HEAD~1'], { cwd: root, encoding: 'utf8' })
  const [newest = '', before = ''] = stdout?.split('\n') ?? []
  return status === 0 ? { newest, before } : null
}

async function walk(context: FaultContext, commits: { newest: string; before: string }) {
  const wrong: string[] = []
  const figures: Record<string, number | string> = {}
  const home = mkdtempSync(join(tmpdir(), 'quiver-handbook-'))
  const elsewhere = mkdtempSync(join(tmpdir(), 'quiver-elsewhere-'))
  for (const folder of [home, elsewhere]) context.onEnd(() => rmSync(folder, { recursive: true, force: true }))
  const source = join(elsewhere, 'quiver.git')
  const git = (...words: string[]) =>
    execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  git('clone', '--bare', projectRoot, source)
  const branch = git('-C', source, 'symbolic-ref', '--short', 'HEAD').trim()
  /** Sets what a clone or pull gets. */
  const publish = (commit: string) => git('-C', source, 'update-ref', `refs/heads/${branch}`, commit)
  const store = await startS3Store('backups')
  context.onEnd(() => store[Symbol.asyncDispose]())
  const feed = await startFakeIcsFeed(icsAhead('Practice', 3))
  context.onEnd(() => feed[Symbol.asyncDispose]())

  const app = join(home, 'app')
  const dataDir = join(home, 'data')
  const installPage = readHandbook(projectRoot, 'install.md')
  const operatePage = readHandbook(projectRoot, 'operate.md')
  const troubleshootPage = readHandbook(projectRoot, 'troubleshoot.md')
  /** Runs a block and records it if it doesn't end as expected. */
  let typed = 0
  const follows = async (block: string, words?: Record<string, string>, mayEndWith = [0]) => {
    typed += 1
    const { code, said } = await type(block, { home, source, signal: context.signal }, words)
    if (!mayEndWith.includes(code ?? -1)) throw new Error(`ended with ${code}:\n${block}\n${said}`)
    return said
  }
  const doctorSays = async (pattern: RegExp, env = '') => {
    const { said } = await type(`cd ${app}; ${env} npm run -s quiver -- doctor`, {
      home,
      source,
      signal: context.signal,
    })
    if (!pattern.test(said)) wrong.push(`the doctor does not say ${pattern}:\n${said}`)
    return said
  }
  const count = async <T>(what: string, work: () => Promise<T>) => {
    context.say(what)
    const begunAt = performance.now()
    const result = await work()
    figures[`${what} (s)`] = Math.round((performance.now() - begunAt) / 1000)
    return result
  }

  // --- a new machine
  const [install = '', firstLook = ''] = installPage.blocks('1. Create the user and install Quiver')
  publish(commits.before)
  const port = await quietPort()
  const [nginx, caddy] = await startProxies(context, ownProxies(projectRoot), port)
  if (!nginx || !caddy) throw new Error('both run')
  const settings = () => {
    const file = join(app, 'quiver.env')
    const text = readFileSync(file, 'utf8')
      .replace(/^BASE_URL=.*$/m, `BASE_URL=${nginx.url}\nPORT=${port}`)
      .replace(/^(SMTP_URL|MAIL_FROM)=.*\n/gm, '')
      .replace(/^DATA_DIR=.*$/m, `DATA_DIR=${dataDir}`)
    writeFileSync(file, text)
  }
  const takeOne = `cd ${app}; npm run quiver -- backup`
  const add = (lines: string) => writeFileSync(join(app, 'quiver.env'), lines, { flag: 'a' })
  await count('cloned and installed', async () => {
    await follows(install)
    settings()
    const said = await follows(firstLook, {}, [1])
    if (!/There’s no club in .* yet/.test(said)) wrong.push(`a first look finds something else:\n${said}`)
  })
  const env = bareEnvironment(home)
  const serve = async () => {
    const unit = await keepUnit(app, env)
    context.onEnd(() => unit.stop())
    await isReady(nginx.url, context.signal)
    return unit
  }
  let unit = await count('built and started', serve)

  // --- an officer, another calendar, off-site copies
  const server = { url: nginx.url, dataDir, quiver: () => Promise.reject(new Error('typed here')) }
  let kai = await quickMember(server, { email: 'name@purdue.edu' })
  await follows(operatePage.blocks('Make the first officer')[0] ?? '')
  await doctorSays(/ok {5}Server: .* told apart/)
  await doctorSays(/ok {5}Server: .* told apart/, `BASE_URL=${caddy.url}`)
  add(
    `\nCALENDAR_ICS_URL=${feed.url}\n${Object.entries(store.env('backups'))
      .map(([name, value]) => `BACKUP_${name}=${value}\n`)
      .join('')}`,
  )
  await doctorSays(/The ICS feed can be read: 3 practices/)
  await unit.stop()
  unit = await serve()
  await pause(3000)
  await doctorSays(/\nEverything is fine/)

  // --- open screens behind both proxies
  const heard = await count('open screens behind both', () => watchStreams(context, [nginx, caddy], kai))
  Object.assign(figures, heard.figures)
  wrong.push(...heard.wrong)

  // --- back up, wipe, restore
  await follows(operatePage.blocks('Make a backup')[0] ?? '')
  for (const name of ['quiver.env', 'club.config.ts']) cpSync(join(app, name), join(elsewhere, name))
  for (const block of installPage.blocks('4. Back up to another machine')) await follows(block)
  // No night has passed, so there is no automatic backup yet.
  await follows(takeOne)
  for (const block of operatePage.blocks('Practice a restore')) await follows(block)
  await unit.stop()
  rmSync(home, { recursive: true })
  mkdirSync(home)
  await count('wiped and restored', async () => {
    await follows(install)
    for (const name of ['quiver.env', 'club.config.ts']) cpSync(join(elsewhere, name), join(app, name))
    await doctorSays(/WRONG {2}Database: There’s no club/)
    for (const block of troubleshootPage.blocks('The server is gone')) await follows(block)
  })
  wrong.push(...(await differences(join(dataDir, 'backups', await newestIn(join(dataDir, 'backups'))), dataDir)))
  unit = await serve()
  kai = await loggedInAgain(server, kai)
  if ((await kai.call('passes.get')).dayPasses !== 2) wrong.push('who logs in again has lost passes')

  // --- restore in place, as after a mistake
  await unit.stop()
  const restore = operatePage.blocks('Restore a backup').join('\n')
  await follows(takeOne)
  const name = await newestIn(join(dataDir, 'backups'))
  await follows(restore, { NAME: name })
  wrong.push(...(await differences(join(dataDir, 'backups', name), dataDir)))

  // --- update
  publish(commits.newest)
  await count('brought up to date', async () => {
    for (const block of installPage.blocks('Update')) await follows(block)
    unit = await serve()
  })
  if (git('-C', app, 'rev-parse', 'HEAD').trim() !== commits.newest) wrong.push('it runs what it ran before')
  kai = await loggedInAgain(server, kai)
  if ((await kai.call('passes.get')).dayPasses !== 2) wrong.push('something was lost with the update')
  await doctorSays(/\nEverything is fine/)
  // The control: a handbook with a command that doesn't exist is noticed.
  const { code } = await type(`cd ${app}; npm run quiver -- docter`, { home, source, signal: context.signal })
  if (code === 0) wrong.push('the control did not notice: a command that there is not goes through')
  figures['blocks of commands typed'] = typed
  wrong.push(...lookAtUnit(app, home))
  return outcomeOf(wrong, figures)
}

/** Returns a port below the ephemeral range, so that no other program gets it by chance before ours listens. */
async function quietPort(): Promise<number> {
  const port = 21_000 + Math.floor(Math.random() * 9000)
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return quietPort()
  }
  server.close()
  await once(server, 'close')
  return port
}

async function isReady(url: string, signal: AbortSignal) {
  for (;;) {
    const answer = await fetch(`${url}/readyz`, { signal }).catch(() => null)
    if (answer?.ok) return
    await pause(250, undefined, { signal })
  }
}

type Place = { name: string; url: string }

async function watchStreams(context: FaultContext, places: Place[], kai: Awaited<ReturnType<typeof quickMember>>) {
  const lines = places.map(({ name, url }) => {
    const line = {
      name,
      heard: 0,
      follower: follow(url, kai.cookie, (event) => (line.heard += event === 'change' ? 1 : 0)),
    }
    return line
  })
  await Promise.all(lines.map(({ follower }) => follower.up()))
  const home = (await kai.call('home.get')) as { upcoming: { id: string }[] }
  const practiceId = home.upcoming[0]?.id ?? ''
  const untilMs = performance.now() + (context.rounds(100) / 100) * minutes * 60_000
  let changes = 0
  for (; performance.now() < untilMs; changes++) {
    await kai.call('practices.answer', { practiceId, answer: changes % 2 === 0 ? 'archer' : null })
    await pause(changeEveryMs, undefined, { signal: context.signal })
  }
  const wrong: string[] = []
  const figures: Record<string, string> = {}
  for (const { name, heard, follower } of lines) {
    const { cut, refused } = follower.counts
    figures[name] = `${changes} changes, ${heard} heard, ${cut} cut`
    if (heard < changes) wrong.push(`${name}: ${heard} of ${changes} heard`)
    if (cut + refused > 0) wrong.push(`${name}: ${cut} cut, ${refused} refused`)
    follower.close()
  }
  return { wrong, figures }
}

async function newestIn(folder: string) {
  return (await listBackups(folder)).at(-1) ?? ''
}

async function differences(backup: string, dataDir: string) {
  const database = openDatabase({ file: join(dataDir, 'quiver.db') })
  const { different, rows } = await compareRestored(backup, database.db)
  await database.close()
  return [
    ...different.map((table) => `${table} is not as it was backed up`),
    ...(rows === 0 ? ['nothing was restored'] : []),
  ]
}

/** Checks the unit with systemd's own tools if they are installed. */
function lookAtUnit(app: string, home: string) {
  const file = join(home, 'quiver.service')
  writeFileSync(file, readFileSync(join(app, 'deploy/quiver.service'), 'utf8').replaceAll('/srv/quiver', home))
  const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  if (verified.error) return []
  const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', file], { encoding: 'utf8' })
  const exposed = Number(/exposure level for \S+ ([\d.]+)/.exec(stdout)?.[1])
  return [
    ...(verified.status === 0 ? [] : [`systemd-analyze verify: ${verified.stderr}`]),
    ...(exposed < 2 ? [] : [`systemd-analyze security: ${exposed}`]),
  ]
}
