import { cp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { shellAddress } from '#server/http/shell-address.ts'
import { emptyFolder } from './empty-folder.ts'

const root = join(import.meta.dirname, '../..')

/** The entry script of the current page. */
export function entryOf(page: Page) {
  return page.evaluate(() => document.documentElement.dataset.build ?? null)
}

/** Waits until the page is from another build, which takes a reload. */
export async function isOtherBuild(page: Page, build: string | null) {
  const isOther = (before: string | null) => (document.documentElement.dataset.build ?? before) !== before
  await page.waitForFunction(isOther, build)
}

/** A copy of the app whose entry script has another name, as after any change of its code. @returns its folder */
export async function nextBuild() {
  const { folder } = emptyFolder()
  for (const name of ['src', 'dist', 'package.json', 'club.config.ts'])
    await cp(join(root, name), join(folder, name), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const web = join(folder, 'dist/web')
  const shell = await shellAddress(web)
  const html = await readFile(join(web, 'index.html'), 'utf8')
  const entry = html.match(/assets\/(index-[\w-]+\.js)"/)?.[1] ?? ''
  const renamed = entry.replace('index-', 'index-Next')
  for (const file of await readdir(join(web, 'assets'))) {
    if (file.startsWith(entry))
      await rename(join(web, 'assets', file), join(web, 'assets', file.replace(entry, renamed)))
    // Precompressed files still contain the old name.
    if (/\.(br|gz)$/.test(file)) await rm(join(web, 'assets', file.replace(entry, renamed)))
  }
  const texts = (await readdir(web, { recursive: true })).filter((file) => /\.(js|html|json)$/.test(file))
  for (const file of texts) {
    const text = await readFile(join(web, file), 'utf8')
    const next = text.replaceAll(entry, renamed)
    if (next !== text) await writeFile(join(web, file), next)
  }
  const worker = join(web, 'sw.js')
  await writeFile(worker, (await readFile(worker, 'utf8')).replaceAll(shell, await shellAddress(web)))
  return folder
}
