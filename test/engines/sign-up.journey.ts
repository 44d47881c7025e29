import { writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { password } from '#test/support/person.ts'
import { jpeg } from '#test/support/pictures.ts'
import { tokenFor } from '#test/support/quick-member.ts'
import { startServer } from '#test/support/server.ts'
import { test } from './journey.ts'
import { button, field, heading, link, region, text } from './locators.ts'
import { headingOf, middleOf } from './person.ts'

const email = 'ana@purdue.edu'

test('a newcomer signs up, and finishes the wizard with a photo', async ({ openPerson, servers }, testInfo) => {
  const server = servers.use(await startServer())
  const photo = testInfo.outputPath('me.jpg')
  await writeFile(photo, await jpeg({ width: 1600, height: 800 }))
  const person = await openPerson(server)

  await person.goto('/login')
  // The app hydrates the form that came with the page; a press at that moment would be lost.
  await headingOf(person)
  await person.press(link('Create an Account'))
  await person.see(heading('Create Account'))
  await person.fill(field('Purdue Email'), email)
  await person.fill(field('Password'), password)
  await person.press(button('Create Account'))
  await person.see('Verification email sent! Please check your inbox.')
  await person.goto(`/verify#token=${await tokenFor(server, email, 'verify')}`)
  await person.fill(field('Password'), password)
  await person.press(button('Verify and log in'))
  await person.at(/\/welcome/)

  await person.press(button('Start'))
  await person.fill(field('Preferred first name'), 'Ana')
  await person.fill(field('Last name'), 'Lopez')
  await person.fillDate(field('Birthday'), '2004-05-06')
  await person.seeIn(field('Birthday'), 'has the date', ({ value }) => value === '2004-05-06')
  await person.press(button('Next'))

  await person.see('Step 2 of 5')
  await person.see(button('Skip'))
  await person.tab.chooseFile(photo)
  const zoom = field('Zoom')
  const slider = await person.seeIn(zoom, 'is at its start', ({ value }) => value === '1')
  await person.miss(button('Skip'))
  const { x, y } = middleOf(await person.reach(zoom))
  await person.tab.press({ x: x - slider.box.width / 2 + 10, y }, { x, y })
  await person.seeIn(zoom, 'has moved', ({ value }) => Number(value) > 1.2)
  // The right half, which is blue, leaves the round crop window.
  const part = middleOf(await person.reach(region('Crop area')))
  await person.tab.press(part, { x: part.x + 100, y: part.y }, { x: part.x + 180, y: part.y })
  await person.press(button('Next'))

  await person.see('Step 3 of 5')
  await person.press(text(/^Recurve$/))
  await person.press(text(/^No$/, region('Do you have personal equipment?')))
  await person.press(button('Next'))
  await person.see(heading(/Carpool/))
  await person.press(button('Next'))
  await person.press(text(/^They\/Them$/))
  await person.press(button('Finish'))
  await person.at(/\/home$/)
  await headingOf(person)
  await person.goto('/profile')

  const picture = await person.until('the picture is shown', () =>
    person.tab.evaluate(() => {
      const shown = [...document.images].find(({ src }) => src.includes('/pictures/'))
      if (!shown?.complete || shown.naturalWidth === 0) return undefined
      const canvas = Object.assign(document.createElement('canvas'), { width: 10, height: 10 })
      const drawing = canvas.getContext('2d')
      drawing?.drawImage(shown, 0, 0, 10, 10)
      const colors = [2, 7].map((column) => [...(drawing?.getImageData(column, 5, 1, 1).data ?? [])])
      // WebKit calls an image complete before it has decoded it, and then draws nothing.
      return colors.every(([, , , alpha = 0]) => alpha > 0) ? colors : undefined
    }),
  )
  for (const [red = 0, , blue = 0] of picture) expect(red).toBeGreaterThan(blue)
})
