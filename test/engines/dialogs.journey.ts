import { test } from './journey.ts'
import { button, dialog } from './locators.ts'

test('a dialog takes the focus and keeps it, and gives it back on Escape and on Back', async ({ openMember }) => {
  const { person } = await openMember()
  await person.goto('/home')
  const upcoming = dialog('Upcoming Practices')
  const opener = button(/^Upcoming Practices/)
  for (const close of [() => person.key('Escape'), () => person.back()]) {
    await person.press(opener)
    await person.seeIn(upcoming, 'has the focus', ({ hasFocus }) => hasFocus)
    await person.at(/\/home\?open=upcoming$/)
    for (let i = 0; i < 4; i++) {
      await person.key('Tab')
      await person.seeIn(upcoming, 'keeps the focus', ({ hasFocus }) => hasFocus)
    }
    await close()
    await person.miss(upcoming)
    await person.at(/\/home$/)
    await person.seeIn(opener, 'has the focus again', ({ hasFocus }) => hasFocus)
  }
  // An open dialog stays open after a reload, and Back then leaves it.
  await person.press(opener)
  await person.see(upcoming)
  await person.reload()
  await person.see(upcoming)
  await person.press(button('Close', upcoming))
  await person.miss(upcoming)
  await person.at(/\/home$/)

  await person.press(button('Menu'))
  await person.seeIn(dialog(), 'has the focus', ({ hasFocus }) => hasFocus)
  await person.key('Escape')
  await person.miss(dialog())
  await person.seeIn(button('Menu'), 'has the focus again', ({ hasFocus }) => hasFocus)
})
