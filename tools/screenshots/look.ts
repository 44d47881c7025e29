import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { messages } from '#domain/text/public-messages.ts'
import { axeFindings } from '#test/support/axe.ts'
import { devMailOf } from '#test/support/dev-mail.ts'
import { openPerson } from '#test/support/person.ts'
import { takeSession } from '#test/support/quick-member.ts'
import type { RunningServer } from '#test/support/server.ts'
import { type Scheme, schemes } from '#web/ui/tokens.ts'
import type { People } from './clubs.ts'
import { ownMailbox, type Scene } from './scenes.ts'
import { brokenWords, joinedWords, smallTargets } from './small-touch-targets.ts'

/** The screen width and theme for a scene. */
export type Look = { width: number; theme: Scheme }

/** A narrow phone, for the checks. Pictures are taken on a slightly wider one, as most phones are. */
export const phone = 360
const pictured = 390
export const looks: Look[] = [phone, 1280].flatMap((width) => schemes.map((theme) => ({ width, theme })))
export const pictureFolder = join(import.meta.dirname, '../../pictures')

type Opened = { browser: Browser; server: RunningServer; people: People; picture: boolean }

/** The device settings of someone who gets this theme without choosing it in the app. */
export function emulated(theme: Scheme) {
  return theme === 'outdoor'
    ? ({ colorScheme: 'light', contrast: 'more' } as const)
    : ({ colorScheme: theme, contrast: 'no-preference' } as const)
}

/** Opens each scene freshly loaded, at one width and theme. @returns what is wrong, by scene, and how many scenes were checked */
export async function lookAt(scenes: Scene[], look: Look, { browser, server, people, picture }: Opened) {
  const found: Record<string, string[]> = {}
  let looked = 0
  for (const who of new Set(scenes.map(({ as }) => as))) {
    const person = await openPerson(browser, server, {
      width: look.width,
      ...emulated(look.theme),
      reducedMotion: 'reduce',
    })
    const session = people[who]
    if (session) await takeSession(person.context, server, session)
    for (const scene of scenes.filter(({ as, below = 9999 }) => as === who && look.width < below)) {
      person.complaints.length = 0
      looked++
      const path = scene.path === ownMailbox ? devMailOf(server) : scene.path
      await openScene(person.page, { ...scene, path }, look)
      if (picture) await takePicture(person.page, `${scene.name}-${widthOf(look)}-${look.theme}`)
      const wrong = [...(await inspect(person.page, look)), ...person.complaints]
      if (wrong.length > 0) found[`${scene.name} at ${look.width}, ${look.theme}`] = wrong
      await person.page.unrouteAll({ behavior: 'ignoreErrors' })
    }
    await person.context.close()
  }
  return { found, looked }
}

const widthOf = ({ width }: Look) => (width === phone ? pictured : width)

/** Loads the page and brings it into the scene's state. */
export async function openScene(page: Page, { path, data, act, moving }: Scene, look: Look) {
  await page.emulateMedia({ reducedMotion: moving ? 'no-preference' : 'reduce' })
  await page.setViewportSize({ width: widthOf(look), height: look.width === phone ? 844 : 900 })
  await forget(page)
  const requests = data === 'offline' || data === 'undetermined' ? '**/rpc/**' : /\/rpc\/(?!session)/
  if (data)
    await page.route(requests, (route) => {
      if (data === 'offline') return route.abort('internetdisconnected')
      if (data === 'trouble') return route.fulfill({ status: 503, body: '' })
    })
  await page.goto(path)
  await page.locator('html[data-running], body:not(:has(#root))').waitFor({ state: 'attached' })
  if (data === undefined) {
    await expect(page.getByText('Loading...')).toHaveCount(0)
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
    if (/[?&](open|map|member)=/.test(path)) await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor()
  }
  // Failed requests are retried a few times before the app shows an error, or without a connection a calm page.
  if (data && data !== 'loading' && data !== 'undetermined' && !path.startsWith('/login')) {
    const said = page.getByRole('alert').or(page.getByText(messages.pageNotSaved))
    await said.filter({ visible: true }).first().waitFor()
  }
  // The account photo appears a moment after the page.
  await expect(page.locator('header span[class*=icon]')).toHaveCount(0)
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  await act?.(page)
  await page.evaluate(() => {
    const moving = document.getAnimations().filter(({ playState }) => playState === 'running')
    return Promise.allSettled(moving.map(({ finished }) => finished))
  })
}

/** Removes what the previous scene stored on the device, for pages without a connection and when leaving. */
async function forget(page: Page) {
  await page.goto('/healthz')
  await page.evaluate(() => {
    for (const name of Object.keys(localStorage)) if (name.startsWith('quiver:')) localStorage.removeItem(name)
  })
}

/** Finds accessibility errors (axe), small touch targets, squeezed buttons, words that run together, and horizontal scrolling. */
async function inspect(page: Page, { width }: Look) {
  if (width === phone) await page.setViewportSize({ width, height: 740 })
  const found = await axeFindings(page)
  if (width !== phone) return found
  found.push(...(await smallTargets(page)), ...(await brokenWords(page)), ...(await joinedWords(page)))
  await page.setViewportSize({ width: 320, height: 740 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  if (wide > 320) found.push(`at 320 px the page is ${wide} px wide`)
  return found
}

async function takePicture(page: Page, name: string) {
  const dialogs = await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  // The first rows of a very long list are enough.
  const fullPage = dialogs === 0 && height < 8000
  await page.screenshot({ path: join(pictureFolder, `${name}.png`), fullPage })
}
