import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import sharp from 'sharp'
import { emptyFolder } from '#test/support/empty-folder.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { type Person, test } from './journey.ts'
import { button, field, heading, link, region } from './locators.ts'
import { middleOf } from './person.ts'

const mapAddress = 'https://www.google.com/maps/embed?pb=!2d-86.9223!3d40.4284'

test('a member sees an officer change settings, and undo one', async ({ openMember, openPerson, servers }) => {
  const kai = { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true }
  const { server, person } = await openMember(kai, { width: 1280, height: 900 })
  const ana = await quickMember(server, { email: 'ana@purdue.edu', first: 'Ana' })
  const member = await openPerson(server, { width: 1280, height: 900, inOther: true, as: ana })
  await member.goto('/info')
  await person.goto('/settings')
  const edit = (name: string) => person.press(button(`Edit ${name}`))
  const save = () => person.press(button('Save'))

  // By keyboard alone: the fields open with the focus in them, and Enter saves.
  await tabTo(person, 'Edit Club name')
  await person.key('Enter')
  await person.seeIn(field('Club name'), 'has the focus', ({ hasFocus }) => hasFocus)
  await person.type(' of Purdue')
  await person.key('Enter')
  await person.see('Archery Club of Purdue')
  await member.until('the member’s page has the new name', async () =>
    (await member.tab.evaluate(() => document.title)).endsWith('Archery Club of Purdue') ? true : undefined,
  )

  await edit('The range')
  await person.fill(field('Embedded map'), mapAddress)
  await person.seeIn(field('Latitude'), 'is read from the address', ({ value }) => value === '40.4284')
  await person.fill(field('Address'), '1 Range Road')
  await save()
  await person.see('The Range, 1 Range Road')

  await edit('Color')
  await person.fill(field('Color'), '#13294B')
  await person.seeIn(field('In dark mode'), 'follows', ({ value }) => value === '#3F86F6')
  await twice(person, 'Use the app’s yellow')
  await person.seeIn(field('Color'), 'is empty', ({ value }) => value === '')
  await person.fill(field('Color'), '#13294B')
  await twice(person, 'Save')
  await person.see(button('Edit Color'))
  await seeGold(member, '#13294B')

  const place = servers.adopt(emptyFolder(), (each) => each[Symbol.dispose]())
  const logo = join(place.folder, 'logo.png')
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><circle cx="50" cy="50" r="45" fill="#c02030"/></svg>'
  await writeFile(logo, await sharp(Buffer.from(svg)).png().toBuffer())
  await edit('Logo')
  await person.tab.chooseFile(logo)
  await person.see('Picture chosen')
  await twice(person, 'Remove')
  await person.see('No file chosen')
  await person.tab.chooseFile(logo)
  await person.see('Picture chosen')
  await twice(person, 'Save')
  await person.see(button('Edit Logo'))
  await member.until('the member sees the logo', () =>
    member.tab.evaluate(() => {
      const picture = document.querySelector<HTMLImageElement>('header img[src^="/files/club/"]')
      return picture?.complete && picture.naturalWidth > 0 ? true : undefined
    }),
  )

  await person.press(button('Undo: Color'))
  await person.seeIn(region('Color'), 'is as before', ({ words }) => words.includes('Yellow'))
  await seeGold(member, '#FFD21F')
  await member.goto('/home')
  await member.see(link(/^Directions/))
  await member.miss(heading('The page couldn’t be loaded'))
  const { settings } = await settingsIn(person)
  expect(settings.filter(({ isFromApp }) => isFromApp).map(({ name }) => name)).toEqual(['name', 'logo', 'maps.range'])
})

async function tabTo(person: Person, name: string) {
  for (let presses = 0; presses < 60; presses++) {
    const found = await person.tab.evaluate(
      (wanted) => document.activeElement?.getAttribute('aria-label') === wanted,
      name,
    )
    if (found) return
    await person.key('Tab')
  }
  throw new Error(`Tab doesn’t reach ${name}`)
}

/** Presses it twice, as someone does who isn't sure. */
async function twice(person: Person, name: string) {
  const at = middleOf(await person.reach(button(name)))
  await person.tab.press(at)
  await person.tab.press(at)
}

function seeGold(person: Person, color: string) {
  return person.until(`buttons are ${color}`, async () => {
    const now = await person.tab.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--gold'))
    return now.trim().toUpperCase() === color ? true : undefined
  })
}

function settingsIn(person: Person) {
  return person.tab.evaluate(async () => {
    const { json } = await (await fetch('/rpc/clubSettings/get?data=%7B%7D')).json()
    return json as { settings: { name: string; isFromApp: boolean }[] }
  })
}
