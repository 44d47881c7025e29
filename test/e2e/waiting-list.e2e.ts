import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { samplePractices } from '#test/support/move-practice.ts'
import { openPerson } from '#test/support/person.ts'
import { type QuickMember, quickMember, takeSession } from '#test/support/quick-member.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'

/** Spots at a practice and its waitlist, on the screens of three members. */

async function openAt(browser: Browser, server: RunningServer, member: QuickMember, path = '/home') {
  const person = await openPerson(browser, server)
  await takeSession(person.context, server, member)
  await person.page.goto(path)
  return person
}

async function mailsTo(server: RunningServer, email: string): Promise<string[]> {
  const folder = join(server.dataDir, 'mail')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const mails = await Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))))
  return mails.filter(({ to }) => to === email).map(({ subject }) => subject)
}

const clear = (page: Page) => page.getByRole('button', { name: /^Clear your RSVP/ }).first()
const archer = (page: Page, pressed: boolean) => page.getByRole('button', { name: 'Archer', pressed }).first()

test('a member on the waitlist sees the position, and hears of a free spot', async ({ browser }) => {
  await using server = await startServer()
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const [practiceId] = await samplePractices(kai)
  await kai.call('managePractices.setLimit', { practiceId, expected: null, limit: 1 })
  const [ana, ben, cas] = [
    await quickMember(server, { email: 'ana@purdue.edu' }),
    await quickMember(server, { email: 'ben@purdue.edu' }),
    await quickMember(server, { email: 'cas@purdue.edu' }),
  ]
  const first = await openAt(browser, server, ana)
  await expect(first.page.getByText('0 of 1 spot taken').first()).toBeVisible()
  await archer(first.page, false).click()
  await expect(first.page.getByText('1 of 1 spot taken').first()).toBeVisible()

  const second = await openAt(browser, server, ben)
  await expect(second.page.getByText('All spots are taken. RSVP to join the waitlist.').first()).toBeVisible()
  await archer(second.page, false).click()
  await expect(second.page.getByText('You’re number 1 on the waitlist.', { exact: true })).toBeVisible()
  await expect(second.page.getByText('1 of 1 spot taken, 1 waiting').first()).toBeVisible()

  // The third wants no email.
  const third = await openAt(browser, server, cas, '/profile/notifications')
  const box = third.page.getByRole('checkbox', { name: 'A spot opens up and I’m next: Email' })
  await expect(box).toBeChecked()
  await box.click()
  await expect(third.page.getByText('Saved.')).toBeVisible()
  await third.page.reload()
  await expect(box).not.toBeChecked()
  await third.page.goto('/home')
  await archer(third.page, false).click()
  await expect(third.page.getByText('You’re number 2 on the waitlist. We’ll let you know').first()).toBeVisible()
  await third.page.goto('/my-practices')
  await expect(third.page.getByText('You’re number 2 on the waitlist. We’ll let you know').first()).toBeVisible()

  // Ana leaves: Ben gets the spot, Cas is next.
  await clear(first.page).click()
  await expect(second.page.getByText(/^You have a spot at /)).toBeVisible()
  await expect(second.page.getByText(/on the waitlist\. We/)).toHaveCount(0)
  await expect(third.page.getByText('You’re number 1 on the waitlist. We’ll let you know').first()).toBeVisible()
  await expect(async () => {
    expect((await mailsTo(server, 'ben@purdue.edu')).join()).toContain('you have a spot at')
  }).toPass()

  // Ben leaves: Cas, who is at My Practices, gets the spot, and no email.
  await clear(second.page).click()
  await expect(third.page.getByText(/^You have a spot at /)).toBeVisible()
  await expect(third.page.getByText('1 of 1 spot taken', { exact: true })).toBeVisible()
  expect((await mailsTo(server, 'cas@purdue.edu')).join()).not.toContain('you have a spot at')
  for (const { complaints } of [first, second, third]) expect(complaints).toEqual([])
})

test('an officer looks at who waits, and puts them in another order with a reason', async ({ browser }) => {
  await using server = await startServer()
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const [practiceId] = await samplePractices(kai)
  await kai.call('managePractices.setLimit', { practiceId, expected: null, limit: 1 })
  const people: QuickMember[] = []
  for (const first of ['Ana', 'Ben', 'Cas', 'Dee']) {
    const member = await quickMember(server, { email: `${first}@purdue.edu`.toLowerCase(), first })
    await member.call('practices.answer', { practiceId, answer: 'archer' })
    people.push(member)
  }
  const { page, complaints } = await openAt(browser, server, kai, `/manage-practices?practice=${practiceId}`)
  await expect(page.getByText('1 of 1 spot taken, 3 waiting')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Sample practice' })
  await expect(dialog.getByRole('list', { name: 'Going' }).getByRole('listitem')).toHaveText([/Ana Bowman/])
  const waiting = dialog.getByRole('list').last().getByRole('listitem')
  await expect(waiting).toHaveText([/Ben Bowman/, /Cas Bowman/, /Dee Bowman/])
  await dialog.getByRole('button', { name: 'Move Dee Bowman up' }).click()
  await dialog.getByRole('button', { name: 'Move Dee Bowman up' }).click()
  await expect(waiting).toHaveText([/Dee Bowman.*#1/, /Ben Bowman.*#2/, /Cas Bowman.*#3/])
  await dialog.getByRole('button', { name: 'Save order' }).click()
  await expect(dialog.getByText('Give a reason, so others can see why.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Brings the targets')

  // Cas withdraws in the meantime: the officer sees it, and nothing that was typed is lost.
  await people[2]?.call('practices.answer', { practiceId, answer: null })
  await expect(waiting).toHaveText([/Dee Bowman/, /Ben Bowman/])
  await expect(dialog.getByLabel('Reason')).toHaveValue('Brings the targets')
  await dialog.getByRole('button', { name: 'Save order' }).click()
  await expect(page.getByText('Waitlist reordered.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Save order' })).toHaveCount(0)
  await page.reload()
  await expect(waiting).toHaveText([/Dee Bowman/, /Ben Bowman/])
  expect(complaints).toEqual([])
})
