import { expect } from '@playwright/test'
import { pagePaths } from '#server/http/html-shells.ts'
import { startInjectingProxy } from '#test/support/injecting-proxy.ts'
import { samplePractices } from '#test/support/move-practice.ts'
import { password } from '#test/support/person.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { freePort, startServer } from '#test/support/server.ts'
import { test } from './journey.ts'
import { button, field, link } from './locators.ts'
import { headingOf, takeSession, type Window } from './person.ts'

async function startTranslatedServer() {
  const port = await freePort()
  const proxy = await startInjectingProxy(port, translate)
  const server = await startServer({ env: { PORT: String(port), BASE_URL: proxy.url } })
  return {
    server,
    /** Past the proxy. */
    direct: { ...server, url: `http://localhost:${port}` },
    async [Symbol.asyncDispose]() {
      await server.dispose()
      await proxy[Symbol.asyncDispose]()
    },
  }
}

test('a page that the browser translates logs in, answers, and shows live counts', async ({ openPerson }) => {
  await using club = await startTranslatedServer()
  const kai = await quickMember(club.direct, { email: 'kai@purdue.edu', officer: true })
  const [practiceId] = await samplePractices(kai)
  await kai.call('managePractices.setLimit', { practiceId, expected: null, limit: 1 })
  const ana = await quickMember(club.direct, { email: 'ana@purdue.edu', first: 'Ana' })
  await quickMember(club.direct, { email: 'ben@purdue.edu', first: 'Ben' })
  await ana.call('practices.answer', { practiceId, answer: 'archer' })

  const person = await openPerson(club.server)
  await person.goto('/login')
  await person.fill(field('Purdue Email'), 'ben@purdue.edu')
  await person.fill(field('Password'), 'wrong')
  await person.press(button('Sign In'))
  await person.see('Invalid email or password.')
  await person.fill(field('Password'), password)
  await person.press(button('Sign In'))
  await person.at(/\/home$/)
  await person.see(/^1 of 1 spot taken/)
  await person.press(button('Archer'))
  await person.see(/^You’re number 1 on the waitlist\./)
  // From now on the server has it as well.
  await person.reload()
  await person.until('the page is translated', isTranslated(person))
  await person.see(/^You’re number 1 on the waitlist\./)
  await ana.call('practices.answer', { practiceId, answer: null })
  await person.see(/^You have a spot at /)
  await person.miss(/on the waitlist\. We/)
  await person.press(button(/^Clear your RSVP/))
  await person.see(/^0 of 1 spot taken/)
  await ana.call('practices.answer', { practiceId, answer: 'archer' })
  await person.see(/^1 of 1 spot taken/)
  expect(person.complaints).toEqual([])
})

test('every page that the browser translates can be loaded, reached from another one, and left again', async ({
  openPerson,
}) => {
  test.setTimeout(180_000)
  await using club = await startTranslatedServer()
  const kai = await quickMember(club.direct, { email: 'kai@purdue.edu', officer: true })
  const person = await openPerson(club.server, { width: 1280, height: 900 })
  await takeSession(person, club.server, kai)
  const headings: string[] = []
  for (const path of pagePaths) {
    await person.goto(path)
    headings.push(await headingOf(person))
  }
  await person.goto('/home')
  await person.until('the page is translated', isTranslated(person))
  const names = ['My Practices', 'My Pass', 'Info', 'Resources', 'Scorecard', 'Members', 'Manage Practices', 'Home']
  for (const name of [...names, ...names.toReversed()]) {
    await person.press(link(name))
    headings.push(await headingOf(person))
  }
  expect(headings).not.toContain('Something went wrong')
  expect(person.complaints).toEqual([])
})

const isTranslated = (window: Window) => async () =>
  (await window.tab.evaluate(() => document.documentElement.dataset.translated)) ?? undefined

/**
 * Replaces each text node, as a browser's translation does: with an element as in Chrome, or in WebKit with a new text
 * node as in Safari. The words stay the same.
 */
function translate() {
  const done = new WeakSet<Node>()
  const isSafari = !/Chrome|Firefox/.test(navigator.userAgent)
  const replace = (text: Text) => {
    if (done.has(text) || text.data.trim() === '' || !text.isConnected) return
    if (text.parentElement?.closest('script, style, title, textarea, option, [translate=no]')) return
    const copy = document.createTextNode(text.data)
    done.add(copy)
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.append(copy)
    outer.append(inner)
    text.replaceWith(isSafari ? copy : outer)
  }
  const replaceAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = root instanceof Text ? [root] : []
    for (let text = walker.nextNode(); text; text = walker.nextNode()) texts.push(text as Text)
    texts.forEach(replace)
  }
  const watch = { childList: true, characterData: true, subtree: true }
  const observer = new MutationObserver((records) => {
    // Later, as a translator does that asks a server.
    setTimeout(() => {
      for (const { type, target, addedNodes } of records)
        if (type === 'characterData') {
          done.delete(target)
          replaceAll(target)
        } else addedNodes.forEach(replaceAll)
    }, 20)
  })
  const begin = () => {
    replaceAll(document.body)
    observer.observe(document.body, watch)
    document.documentElement.dataset.translated = 'yes'
  }
  // Chrome may begin before the app runs, Safari waits for a person.
  if (isSafari) addEventListener('load', () => setTimeout(begin, 500))
  else addEventListener('DOMContentLoaded', begin)
}
