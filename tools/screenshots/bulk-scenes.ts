import type { Page } from '@playwright/test'
import type { Scene } from './scenes.ts'

/** The bulk edits that clubs.ts makes in a club of many members. Someone has used part of what the first one gave. */
export const bulkEdits = [
  {
    edit: { of: 'day-passes', by: 2 },
    seen: [4, 8, 12, 16].map((n) => ({ memberId: `many-${n}`, expected: 0 })),
    reason: 'Won at the fall tournament',
  },
  {
    edit: { of: 'rm01', until: Temporal.Now.plainDateISO().add({ months: 10 }).toString() },
    seen: [5, 10, 15].map((n) => ({ memberId: `many-${n}`, expected: null })),
    reason: '',
  },
]
export const spentSince = { memberId: 'many-4', expected: 2, value: 1, reason: '' }

async function search(page: Page, words: string) {
  await page.getByRole('searchbox').fill(words)
  // Continue once the list is filtered.
  await page.getByText(/^\d+ of \d+ members/).waitFor()
}

/** On a phone, selecting is a mode. */
async function beginPicking(page: Page) {
  const select = page.getByRole('button', { name: 'Select', exact: true })
  await page.getByRole('searchbox').waitFor()
  if (await select.isVisible()) await select.click()
}

async function pickFound(page: Page) {
  await beginPicking(page)
  await page.getByRole('checkbox', { name: /^Select all/ }).check()
  await page.getByRole('button', { name: 'Edit selected' }).click()
  await page.getByRole('dialog').waitFor()
}

const choose = (page: Page, kind: string) => page.getByRole('combobox', { name: 'What to change' }).selectOption(kind)
const found = '/members?q=grace%20abara'

export const bulkScenes: Scene[] = [
  {
    name: 'members-bulk-picked',
    as: 'officer',
    path: found,
    async act(page) {
      await beginPicking(page)
      await page.getByRole('checkbox').nth(1).check()
    },
  },
  {
    name: 'members-bulk-hidden',
    as: 'officer',
    path: '/members?q=member25@',
    async act(page) {
      await beginPicking(page)
      await page.getByRole('checkbox', { name: /^Select all/ }).check()
      await search(page, 'grace abara')
      await page.getByRole('checkbox', { name: /^Select all/ }).check()
    },
  },
  { name: 'members-bulk-give', as: 'officer', path: found, act: pickFound },
  {
    name: 'members-bulk-take',
    as: 'officer',
    path: found,
    async act(page) {
      await pickFound(page)
      await page.getByRole('radio', { name: 'Subtract' }).check()
      await page.getByRole('spinbutton', { name: 'How many for each' }).fill('2')
      await page.getByRole('button', { name: /^Change/ }).click()
    },
  },
  {
    name: 'members-bulk-approve',
    as: 'officer',
    path: '/members?q=member5@',
    async act(page) {
      await pickFound(page)
      await choose(page, 'rm01')
      await page.getByLabel('Approved until').fill(Temporal.Now.plainDateISO().add({ years: 1 }).toString())
    },
  },
  {
    name: 'members-bulk-pass',
    as: 'officer',
    path: found,
    async act(page) {
      await pickFound(page)
      await choose(page, 'pass')
      await page.getByRole('dialog').getByRole('combobox', { name: 'Current Pass' }).selectOption('Carpool Range Pass')
    },
  },
  {
    name: 'members-bulk-overtaken',
    as: 'officer',
    path: '/members?q=member25@',
    async act(page) {
      await pickFound(page)
      await page.evaluate(async () => {
        const ask = (path: string, json: object) =>
          fetch(path, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ json }),
          })
        const { json } = await (await fetch('/rpc/members/get')).json()
        const { dayPasses } = json.members.find(({ id }: { id: string }) => id === 'many-25')
        await ask('/rpc/members/setDayPasses', {
          memberId: 'many-25',
          expected: dayPasses,
          value: dayPasses + 1,
          reason: '',
        })
      })
      await page.getByText(/^Someone else changed one of them/).waitFor()
    },
  },
  {
    name: 'members-bulk-recent',
    as: 'officer',
    path: '/members?q=crossbow',
    act: (page) => page.getByRole('heading', { name: 'Bulk edits' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'members-bulk-undo',
    as: 'officer',
    path: '/members?q=crossbow',
    async act(page) {
      await page.getByRole('button', { name: /^Undo: gave/ }).click()
      await page.getByRole('button', { name: /^Undo for/ }).waitFor()
    },
  },
]
