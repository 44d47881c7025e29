import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { chromium, type Locator, type Page } from '@playwright/test'
import { finishWizard, password, signUp } from '#test/support/person.ts'
import { freePort } from '#test/support/server.ts'
import { requireChromium } from '../../scripts/browsers.mjs'
import { type Fault, type FaultContext, notJudged, outcomeOf } from './fault.ts'
import { bareEnvironment } from './handbook-blocks.ts'
import { projectRoot } from './tree-copy.ts'

const email = 'ana@purdue.edu'
const followsWithinMs = 2000
/** What npm prints if it can't reach a registry. */
const noNetwork = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/

export const fault: Fault = {
  name: 'first-minutes',
  promise:
    'From an empty folder, with a clone and npm start alone, on the machine’s own Node: a new member sees the whole product, becomes an officer by the command on Home, starts the sample practice and checks in.',
  engines: ['none'],
  limitMinutes: 10,
  async run(context) {
    if (spawnSync('git', ['rev-parse', 'HEAD'], { cwd: projectRoot }).status !== 0)
      return notJudged('there is no history here to clone from')
    const folder = mkdtempSync(join(tmpdir(), 'quiver-first-'))
    context.onEnd(() => rmSync(folder, { recursive: true, force: true }))
    const env = await environmentIn(folder)
    if (spawnSync('node', ['--version'], { env }).status !== 0) return notJudged('the machine has no Node of its own')
    const begunAt = performance.now()
    const seconds = () => Math.round((performance.now() - begunAt) / 1000)
    const clone = join(folder, 'quiver')
    execFileSync('git', ['clone', '--quiet', projectRoot, clone])
    context.say('cloned')
    const started = await start(context, clone, env)
    if (!started.ready)
      return noNetwork.test(started.said)
        ? notJudged('npm reaches no registry from here')
        : outcomeOf([`npm start: ${started.said.slice(-2000)}`], {})
    const ready = seconds()
    context.say(`ready after ${ready} s`)
    const browser = await chromium.launch({
      executablePath: await requireChromium(),
      chromiumSandbox: false,
      args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'],
    })
    context.onEnd(() => browser.close())
    const page = await browser.newPage({ baseURL: env.BASE_URL, viewport: { width: 1280, height: 1600 } })
    const mailbox = started.said.match(mailboxLine)?.[0] ?? ''
    const wrong = await goThrough(page, { clone, env, mailbox, say: context.say })
    return outcomeOf(wrong, { 'from clone to ready (s)': ready, 'from clone to checked in (s)': seconds() })
  },
}

/** A fresh login environment with its own port and data folder. */
async function environmentIn(folder: string) {
  const port = await freePort()
  return {
    ...bareEnvironment(folder),
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
    DATA_DIR: join(folder, 'data'),
  }
}

/** Printed after the message that the server is ready. */
const mailboxLine = /http:\/\/localhost:\d+\/dev\/mail\/[\w-]{22}/

/** Runs `npm start` until it says that it's ready, or exits. */
async function start({ onEnd, signal }: FaultContext, cwd: string, env: Record<string, string>) {
  // In its own process group, because npm leaves a shell and the server running when only npm is killed.
  const child = spawn('npm', ['start'], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  onEnd(() => endGroup(child))
  let said = ''
  const ready = new Promise<boolean>((resolve) => {
    const read = (chunk: Buffer) => {
      said += chunk
      if (mailboxLine.test(said)) resolve(true)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('close', () => resolve(false))
    signal.addEventListener('abort', () => resolve(false), { once: true })
  })
  return { ready: await ready, said: stripVTControlCharacters(said) }
}

async function endGroup(child: ChildProcess) {
  if (child.pid === undefined || child.exitCode !== null) return
  const exited = once(child, 'exit')
  process.kill(-child.pid, 'SIGTERM')
  await exited
}

type Where = { clone: string; env: Record<string, string>; mailbox: string; say: FaultContext['say'] }

/** Goes from the first page to a check-in. @returns what was missing */
async function goThrough(page: Page, { clone, env, mailbox, say }: Where) {
  await signUp(page, email)
  await page.getByText('The terminal where Quiver started has its address.').waitFor()
  await page.goto(mailbox)
  const link = page.getByRole('article').filter({ hasText: email }).getByRole('link').first()
  while (!(await link.isVisible())) {
    await pause(250)
    await page.reload()
  }
  await link.click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Verify and log in' }).click()
  await page.getByRole('button', { name: 'Start' }).waitFor()
  await finishWizard(page, { first: 'Ana', last: 'Lopez' })
  say('through the wizard')

  const wrong: string[] = []
  for (const [what, locator] of Object.entries(wholeProduct(page)))
    if (!(await isThere(locator))) wrong.push(`Home has no ${what}`)
  await page.getByRole('button', { name: /^Purchase Pass/ }).click()
  if (!(await isThere(page.getByRole('link', { name: /^Buy Pass/ })))) wrong.push('there is no way to buy a pass')
  await page.keyboard.press('Escape')

  const command = (await page.getByRole('region', { name: 'Become an officer' }).getByRole('code').textContent()) ?? ''
  say(command)
  const shell = spawnSync('sh', ['-c', command], { cwd: clone, env, encoding: 'utf8' })
  if (shell.status !== 0) return [...wrong, `the command ended with ${shell.status}: ${shell.stdout}${shell.stderr}`]
  const bar = page.getByRole('navigation', { name: 'Main' })
  for (const name of ['Manage Practices', 'Members', 'Resources'])
    if (!(await isThere(bar.getByRole('link', { name, exact: true }), followsWithinMs)))
      wrong.push(`the bar has no ${name} ${followsWithinMs} ms after the command`)

  await page.getByRole('button', { name: 'Start Practice' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: /^Start/ }).click()
  await page.getByRole('button', { name: 'Use Pass', exact: true }).click()
  await page.getByRole('button', { name: 'Check In' }).click()
  const here = page.getByRole('list', { name: 'Checked in' }).getByRole('listitem').filter({ hasText: 'Ana Lopez' })
  await here.waitFor()
  return wrong
}

/** Parts that only appear with certain settings or for new members. */
const wholeProduct = (page: Page): Record<string, Locator> => ({
  maps: page.getByRole('button', { name: /^Enlarge the map/ }),
  'past practices': page.getByRole('button', { name: /^My Past Practices/ }),
  'scorecard tile': page.getByRole('main').getByRole('link', { name: /^Scorecard/ }),
  ...Object.fromEntries(
    ['Constitution', 'Merch', 'Sponsorship', 'Donate', 'Instagram', 'Email us'].map((name) => [
      `link ${name}`,
      page.getByRole('contentinfo').getByRole('link', { name: new RegExp(`^${name}`) }),
    ]),
  ),
})

const isThere = (locator: Locator, timeout = 5000) =>
  locator.waitFor({ timeout }).then(
    () => true,
    () => false,
  )
