import { expect } from '@playwright/test'
import { holdUpInPage, installInPage, passCodeOf, rowsOf } from '#test/support/fake-camera.ts'
import { startFaultProxy } from '#test/support/fault-proxy.ts'
import { startSamplePractice } from '#test/support/move-practice.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { startBehind } from './behind-proxy.ts'
import { test } from './journey.ts'
import { button, field, heading } from './locators.ts'

type Live = { live: { checkedInAt: string | null; practice: { id: string } } }

test.use({ networkFails: true })

test('on a kiosk members check in and do nothing else, until an officer ends it', async ({ openPerson, servers }) => {
  test.setTimeout(150_000)
  const { server, proxy, direct } = servers.use(await startBehind(startFaultProxy))
  const kai = await quickMember(direct, { email: 'kai@purdue.edu', first: 'Kai', last: 'Tanaka', officer: true })
  const lee = await quickMember(direct, { email: 'lee@purdue.edu', first: 'Lee', officer: true })
  const ana = await quickMember(direct, { email: 'ana@purdue.edu', first: 'Ana', last: 'Bowman' })
  await quickMember(direct, { email: 'ben@purdue.edu', first: 'Ben', last: 'Adler' })
  const cy = await quickMember(direct, { email: 'cy@purdue.edu', first: 'Cy', last: 'Young' })
  await cy.call('passes.use')
  // Members’ own check-ins are closed, which isn’t about the kiosk.
  const practiceId = await startSamplePractice(kai, { checkInMode: 'officer' })
  await ana.call('passes.use')
  const tablet = await openPerson(server, { width: 1024, height: 768, as: kai })

  await tablet.goto('/home')
  await tablet.press(button('Kiosk'))
  await tablet.fill(field('PIN'), '4829')
  await tablet.key('Enter')
  await tablet.see('Enter six digits.')
  await tablet.fill(field('PIN'), '482913')
  await tablet.key('Enter')
  await tablet.at(/\/kiosk$/)

  // By keyboard alone.
  await tablet.see(field('Type your name'))
  await tablet.type('ana bowm')
  await tablet.see(button('Ana Bowman'))
  await tablet.key('Enter')
  await tablet.see(heading('Is this you?'))
  await tablet.key('Tab')
  await tablet.key('Enter')
  await tablet.see(heading('You’re checked in.'))
  expect(((await ana.call('home.get')) as Live).live.checkedInAt).not.toBeNull()
  await tablet.see(field('Type your name'))
  await tablet.miss('Ana Bowman')
  await tablet.tab.evaluate(installInPage)
  await tablet.fill(field('Type your name'), 'be')
  await tablet.press(button('Ben Adler'))
  await tablet.press(button('Yes, check in'))
  await tablet.see(heading('Please see an officer.'))
  await tablet.press(button('Next person'))
  // With a camera, from here on.
  await tablet.see('Or hold the code on My Pass up to the camera.')
  await tablet.tab.evaluate(holdUpInPage, rowsOf(await passCodeOf(cy)))
  await tablet.see(heading('Is this you?'))
  await tablet.see('Cy Young')
  await tablet.press(button('Yes, check in'))
  await tablet.see(heading('You’re checked in.'))
  await tablet.tab.evaluate(holdUpInPage, rowsOf(null))

  // Neither another address nor Back nor a reload leads out.
  for (const path of ['/members', '/login', '/home']) {
    await tablet.goto(path)
    await tablet.at(/\/kiosk$/)
  }
  await tablet.reload()
  await tablet.see(field('Type your name'))
  await tablet.press(button('Leave kiosk'))
  await tablet.fill(field('PIN'), '000000')
  await tablet.key('Enter')
  await tablet.see('That PIN is wrong.')
  await tablet.press(button('Cancel'))

  await proxy.set({ kind: 'refuse' })
  await tablet.see(heading('No connection'), 40_000)
  await proxy.set({ kind: 'pass' })
  await tablet.see(field('Type your name'))

  // The practice ends by mistake, and goes on; then another officer ends the kiosk.
  await lee.call('practices.endEarly', { practiceId })
  await tablet.see(heading('Kiosk ended'), 30_000)
  await lee.call('practices.takeBackEnd', { practiceId })
  await tablet.see(field('Type your name'))
  const { kiosks } = (await lee.call('kiosks.get', { practiceId })) as { kiosks: { id: string; startedBy: string }[] }
  expect(kiosks.map(({ startedBy }) => startedBy)).toEqual(['Kai Tanaka'])
  await lee.call('kiosks.end', { practiceId, kioskId: kiosks[0]?.id })
  await tablet.see(heading('Kiosk ended'), 30_000)
  await tablet.goto('/members')
  await tablet.at(/\/login/)
})
