import { expect, test } from '@playwright/test'
import { hostileStrings } from '#test/support/hostile-strings.ts'
import { lookForMirrored } from '#test/support/mirrored-text.ts'
import { openPerson } from '#test/support/person.ts'
import { rewriteTexts } from '#test/support/planted-payloads.ts'
import { memberIdOf, takeSession } from '#test/support/quick-member.ts'
import { openStage } from '../../tools/screenshots/clubs.ts'
import { openScene } from '../../tools/screenshots/look.ts'
import type { Scene } from '../../tools/screenshots/scenes.ts'

/**
 * Text that hides or mirrors, in everything that people have written, on the screens that are seen most: what is next
 * to it stays in its order, and no name is invisible (docs/decisions/0026-text-cleaning.md). Emails are in
 * src/server/email/compose-email.test.ts.
 */

/** What is stored since inputs are cleaned, short enough for every column. */
const clean = hostileStrings.map(({ line }) => line).filter((line) => line !== '' && line.length <= 40)
/** These change the order of their neighbors, so most texts are of them. */
const mirroring = ['שלום', 'عمر', 'אולם 3', 'אבי (Avi) 2', 'عمر ٢', 'שלום 3']
const planted = [...new Set([...clean, ...mirroring])]
const shown = planted.filter((text) => /\p{L}/u.test(text))

const addresses = /^(email|for_email|order_id|line_id|user_agent|organizer)$/

const practice = '/manage-practices?practice=PAST'
const officers = [
  ...['/home', '/members', '/members?member=MEMBER', '/members?member=MEMBER&open=practices'],
  ...['/members?member=MEMBER&open=role', '/members?member=MEMBER&open=remove', '/manage-practices', practice],
  ...['answers', 'attendees', 'carpool', 'rain-out'].map((list) => `${practice}&list=${list}`),
  ...['/resources', '/resources?tab=attendance', '/resources?tab=audit'],
]
const members = [
  '/home',
  '/home?open=upcoming',
  '/home?open=past',
  '/my-practices',
  '/my-pass',
  '/scorecard',
  '/profile',
]
const screens = [
  ['officer', officers],
  ['guest', members],
] as const

test('hostile texts mirror nothing', { tag: '@chromium' }, async ({ browser }) => {
  test.setTimeout(240_000)
  const resources = mirroring.map((label) => ({ label, url: 'https://docs.example.com/x', kind: label }))
  const { server: started, people: crew } = await openStage('ended-early', { resources })
  await using server = started
  const { officer } = crew
  if (!officer) throw new Error('this club has no officer')
  const { practices } = (await officer.call('managePractices.get')) as { practices: { id: string }[] }
  const ids = {
    MEMBER: await memberIdOf(officer, crew.guest?.email ?? ''),
    PAST: practices.find(({ id }) => id.startsWith('past '))?.id ?? '',
  }
  plantHostile(server)
  const found: Record<string, string[]> = {}
  let seen = 0
  for (const [who, paths] of screens) {
    const { page, context, complaints } = await openPerson(browser, server, {
      width: 1280,
      reducedMotion: 'reduce',
    })
    const session = crew[who]
    if (session) await takeSession(context, server, session)
    for (const path of paths) {
      complaints.length = 0
      const filled = path.replace('MEMBER', ids.MEMBER).replace('PAST', encodeURIComponent(ids.PAST))
      await openScene(page, { name: path, as: who, path: filled } satisfies Scene, { width: 1280, theme: 'light' })
      const { wrong, places } = await lookForMirrored(page, shown)
      seen += places
      const all = [...wrong, ...complaints]
      if (all.length > 0) found[`${who} ${path}`] = all
    }
    await context.close()
  }
  expect(found).toEqual({})
  expect(seen).toBeGreaterThan(5)
})

/** Each row of each table gets the next string; of three, two are of right-to-left letters. */
function plantHostile(server: { dataDir: string }) {
  let turn = 0
  rewriteTexts(server, (before, { column }) => {
    if (addresses.test(column)) return before
    turn += 1
    return (turn % 3 === 0 ? clean[turn % clean.length] : mirroring[turn % mirroring.length]) ?? ''
  })
}
