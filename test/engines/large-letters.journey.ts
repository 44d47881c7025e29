import { expect } from '@playwright/test'
import { firstSetup } from '#domain/scorecards/setup-choices.ts'
import { clubTime, movePractice, samplePractices } from '../support/move-practice.ts'
import { alterData, type QuickMember, quickMember } from '../support/quick-member.ts'
import { startServer } from '../support/server.ts'
import { textProblems } from '../support/text-problems.ts'
import { test } from './journey.ts'
import { headingOf } from './person.ts'

const endless = 'Donaudampfschifffahrtsgesellschaftskapitänsmützentraining'
/** First and last names as people have them; the first one is the member's whose phone it is. */
const names = {
  ana: ['Maximiliana Alexandrina', endless.slice(0, 37)],
  ben: ['عبد الرحمن', 'بن محمد الفاروقي الهاشمي'],
  cas: ['Robin 🏹🎯', 'O’Neill-Vandenberghe 👩🏽‍🚀'],
} as const

const homes = ['/home', '/home?open=pass', '/home?open=past', '/home?open=upcoming']
const others = ['/my-pass', '/info', '/my-practices', '/scorecard', '/scorecard?card=a-full-card']
const profiles = ['/profile', '/profile/notifications', '/profile/security', '/profile/data']

/** A full card of the member's own. */
function shootCard({ call }: QuickMember) {
  const setup = { ...firstSetup, name: 'Standard Outdoor', ends: 6, arrowsPerEnd: 6 }
  const changes = Array.from({ length: 36 }, (_, slot) => ({
    ...{ id: `arrow-of-${slot}`, slot, upon: null, why: '' },
    arrow: { value: slot % 3 === 0 ? 'X' : 9, spot: null },
  }))
  const startedAt = new Date().toISOString()
  return call('scorecard.save', { cardId: 'a-full-card', setup, startedAt, seen: null, changes })
}

test('on small phones nothing is cut off by long names or large letters', async ({ engine, openPerson, servers }) => {
  test.setTimeout(300_000)
  const server = servers.use(await startServer())
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const [live = '', next = ''] = await samplePractices(kai)
  movePractice(server, next, { startsAtMs: clubTime(1, '18:00'), title: endless })
  const members: QuickMember[] = []
  for (const [name, [first, last]] of Object.entries(names)) {
    const member = await quickMember(server, { email: `${name}@purdue.edu`, first, last, car: 5 })
    await member.call('profile.setShowGoing', { show: true })
    await member.call('practices.answer', { practiceId: next, answer: 'archer' })
    members.push(member)
  }
  const ana = members[0] as QuickMember
  await shootCard(ana)
  // WebKit's window can't be narrower.
  const person = await openPerson(server, { width: engine === 'webkit' ? 334 : 320, height: 640, as: ana })

  const found: Record<string, string[]> = {}
  async function look(paths: string[], when: string) {
    for (const path of paths)
      for (const large of [false, true]) {
        await person.goto(path)
        await headingOf(person)
        if (large) await person.tab.evaluate(enlarge)
        const read = () => person.tab.evaluate(textProblems)
        const name = `${path} ${when}${large ? ', large' : ''}`
        // Until pictures are there, and what moves has arrived.
        const isFine = async () => ((await read()).length === 0 ? true : undefined)
        await person.until(name, isFine, 3000).catch(async () => {
          found[name] = await read()
        })
      }
  }
  await look([...homes, `/home?open=going&practice=${next}`, ...others, ...profiles], 'before practice')
  await kai.call('practices.start', { practiceId: live })
  await look(['/home', '/my-pass'], 'with a live practice')
  await ana.call('passes.use')
  await ana.call('practices.checkIn', { practiceId: live })
  // The longest time of a day: on these phones, whose clocks show another one, it has the zone's name, too.
  const longest = new Date(clubTime(0, '00:34')).toISOString()
  alterData(server, 'update attendance set checked_in_at = ?', longest)
  alterData(server, 'update member set pass_used_at = ? where pass_used_at is not null', longest)
  await look(['/home', '/home?open=pass', '/my-pass'], 'after check-in')
  expect(found).toEqual({})
})

/** Runs in the page: letters twice as large. */
function enlarge() {
  document.documentElement.style.setProperty('font-size', '32px')
}
