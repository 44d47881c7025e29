import { expect, test } from '@playwright/test'
import { firstSetup } from '#domain/scorecards/setup-choices.ts'
import { composeEmail, emailKinds } from '#server/email/compose-email.ts'
import { devMailOf } from '#test/support/dev-mail.ts'
import { mailClub, mailRow } from '#test/support/mail-club.ts'
import { lookForMarks, recordSideEffects } from '#test/support/payload-marks.ts'
import { allPayloads, payloads } from '#test/support/payloads.ts'
import { openPerson } from '#test/support/person.ts'
import { allTags, plantPayloads } from '#test/support/planted-payloads.ts'
import { takeSession } from '#test/support/quick-member.ts'
import type { RunningServer } from '#test/support/server.ts'
import { openStage } from '../../tools/screenshots/clubs.ts'
import { openScene } from '../../tools/screenshots/look.ts'
import { type Scene, type Stage, scenes, type Who } from '../../tools/screenshots/scenes.ts'

/**
 * Texts that contain code, in everything that a person, an officer, or a calendar has written, on the screens that show
 * it: nothing runs, nothing is requested, and no part of them becomes part of the page (T57, T90, T91). Here on a
 * sample of screens; the fault `payloads` takes every scene of the matrix, and shows that a failure would be noticed.
 */
const many = process.env.QUIVER_MANY === '1'

const club = {
  name: `Archery Club ${payloads[20]}`,
  emailLabel: `Purdue Email ${payloads[21]}`,
  resources: payloads
    .filter((text) => text.trim() !== '' && text.length <= 200)
    .slice(0, 100)
    .map((label) => ({ label, url: 'https://docs.example.com/x', kind: label.slice(0, 30) })),
  info: {
    rules: payloads.slice(40, 90).map((text) => text.slice(0, 500)),
    calls: payloads.slice(90, 110).map((text) => ({ hear: text.slice(0, 200), act: text.slice(0, 200) })),
  },
  terms: [{ name: `All year ${payloads[22]}`, from: '01-01', to: '12-31' }],
}

const cardId = 'card-of-the-test'
const few: Scene[] = (
  [
    ['officer', ['/home', '/members', '/manage-practices', '/resources?tab=audit']],
    ['guest', ['/home?open=upcoming', '/my-practices']],
    ['newcomer', ['/welcome?step=1']],
  ] as [Who, string[]][]
).flatMap(([as, paths]) => paths.map((path): Scene => ({ name: path, as, path })))

/** In addition to the matrix: a card from elsewhere with a changed arrow, and orders that officers have dismissed. */
const more: Partial<Record<Stage, Scene[]>> = {
  quiet: [{ name: 'scorecard-changed', as: 'member', path: `/scorecard?card=${cardId}` }],
  records: [
    {
      name: 'store-dismissed',
      as: 'officer',
      path: '/resources?tab=store&part=history&show=dismissed',
      async act(page) {
        await page.getByRole('list', { name: 'Ignored' }).waitFor()
      },
    },
  ],
}

// Shows: T57, T90
for (const stage of many ? (Object.keys(scenes) as Stage[]) : (['ended-early'] as const))
  test(`texts with code stay texts in a club that is ${stage}`, { tag: '@chromium' }, async ({ browser }) => {
    test.setTimeout(1_200_000)
    const { server: started, people, mapsOrigin } = await openStage(stage, club)
    await using server = started
    if (people.newcomer) await people.newcomer.call('welcome.saveDraft', { nameFirst: 'Ana', pronouns: ['She/Her'] })
    if (people.member) await fillCard(people.member.call)
    if (stage === 'records' && people.officer) await dealWithLines(people.officer.call)
    expect(plantPayloads(server)).toEqual([])
    const chosen = many ? [...scenes[stage], ...(more[stage] ?? [])] : few
    const seen = { screens: 0, showing: 0, texts: 0, skipped: [] as string[], tags: new Set<string>() }
    const found: Record<string, string[]> = {}
    for (const who of new Set(chosen.map(({ as }) => as))) {
      const { page, context, complaints } = await openPerson(browser, server, {
        width: 1280,
        reducedMotion: 'reduce',
      })
      page.setDefaultTimeout(4000)
      const session = people[who]
      if (session) await takeSession(context, server, session)
      const deeds = recordSideEffects(page, [server.url, mapsOrigin])
      for (const scene of chosen.filter(({ as, below }) => as === who && below === undefined)) {
        complaints.length = 0
        deeds.length = 0
        // A scene's steps may not find their targets among such texts; the screen they end on is checked all the same.
        await openScene(page, scene, { width: 1280, theme: 'light' }).catch(() => seen.skipped.push(scene.name))
        const { wrong, texts, tags } = await lookForMarks(page, payloads, allTags)
        seen.screens += 1
        seen.texts += texts
        if (texts > 0) seen.showing += 1
        for (const tag of tags) seen.tags.add(tag)
        const all = [...wrong, ...complaints, ...deeds]
        if (all.length > 0) found[scene.name] = all
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      }
      await context.close()
    }
    annotate({ ...seen, tags: [...seen.tags], wrong: Object.values(found).flat().length })
    expect(found).toEqual({})
    if (!many) {
      expect(seen.skipped).toEqual([])
      expect(seen.texts).toBeGreaterThan(5 * payloads.length)
    }
  })

/** Figures for the report of the fault. */
function annotate(figures: object) {
  test.info().annotations.push({ type: 'payloads', description: JSON.stringify(figures) })
}

type Call = (operation: string, input?: object) => Promise<unknown>

async function dealWithLines(call: Call) {
  const { lines } = (await call('storeImport.get')) as { lines: { id: string; state: string; email: string }[] }
  const waiting = lines.filter(({ state }) => state === 'waiting')
  const one = waiting.findLast(({ email }) => email.endsWith('@purdue.edu'))
  const other = waiting.find(({ email }) => email.endsWith('@example.com'))
  await call('storeImport.dismiss', { lineId: one?.id, reason: 'Bought twice' })
  await call('storeImport.assign', { lineId: other?.id, to: { email: 'in.spring@purdue.edu' }, remember: true })
}

/** An arrow that was changed for a reason. */
async function fillCard(call: Call) {
  const [first, second] = ['change-of-the-test-1', 'change-of-the-test-2']
  const changes = [
    { id: first, slot: 0, upon: null, arrow: { value: 9, spot: null }, why: '' },
    { id: second, slot: 0, upon: first, arrow: { value: 8, spot: null }, why: 'Misread' },
  ]
  const setup = { ...firstSetup, name: 'My round' }
  await call('scorecard.save', {
    cardId,
    setup,
    startedAt: new Date().toISOString(),
    seen: null,
    changes,
    confirms: [],
  })
}

// Shows: T90
test('texts with code stay texts in an email', async ({ browser }) => {
  test.setTimeout(240_000)
  const context = await browser.newContext()
  const page = await context.newPage()
  const deeds = recordSideEffects(page, [])
  const shown = many ? [allPayloads, ...payloads] : [allPayloads]
  for (const kind of emailKinds)
    for (const text of shown) {
      const { news, ...row } = mailRow(kind, { nameFirst: text })
      const texts = { title: text, location: text }
      const mail = composeEmail(
        kind,
        { ...mailClub, name: `Club ${text}`, carpoolMeetup: text },
        {
          ...row,
          news: news && {
            ...news,
            before: news.before && { ...news.before, location: `before ${text}` },
            practice: { ...news.practice, ...texts },
          },
        },
      )
      await page.setContent(mail.html)
      const { wrong } = await lookForMarks(page, [])
      expect([kind, text.slice(0, 80), wrong.filter((each) => !each.startsWith('no noopener'))]).toEqual([
        ...[kind, text.slice(0, 80), []],
      ])
    }
  expect(deeds).toEqual([])
  annotate({ mails: emailKinds.length * shown.length })
  await context.close()
})

// Shows: T90
test('texts with code stay texts in what an officer downloads or reads alone', async ({ browser }) => {
  test.setTimeout(120_000)
  const { server: started, people, mapsOrigin } = await openStage('many', club)
  await using server = started
  plantPayloads(server)
  const { officer } = people
  if (!officer) throw new Error('this club has no officer')
  const { cookie } = officer
  let cells = 0
  for (const table of ['members', 'attendance', 'ledger', 'audit']) {
    const reply = await fetch(`${server.url}/exports/${table}.csv`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+"$/)
    const rows = cellsOf((await reply.text()).replace(/^\uFEFF/, ''))
    // Each row has all its columns, so no text has broken out of its cell; and no cell starts a formula.
    expect(new Set(rows.map(({ length }) => length)).size).toBe(1)
    const formulas = rows.flat().filter((cell) => /^[=+\-@\t\r＝＋－＠]/.test(cell) && !/^-?\d+$/.test(cell))
    expect([table, formulas]).toEqual([table, []])
    cells += rows.flat().length
  }
  await expectFeed(server, officer.call)
  const { page, context, complaints } = await openPerson(browser, server)
  await takeSession(context, server, officer)
  const deeds = recordSideEffects(page, [server.url, mapsOrigin])
  for (const path of [
    '/api/v1/reference',
    devMailOf(server),
    '/login',
    '/manage-practices?practice=past%200&list=attendees',
  ]) {
    await page.goto(path)
    await page.locator('h1').first().waitFor({ state: 'attached' })
    if (path.includes('list=')) {
      await page.getByRole('button', { name: 'Export', exact: true }).waitFor()
      await page.emulateMedia({ media: 'print' })
    }
    expect([path, (await lookForMarks(page, payloads)).wrong]).toEqual([path, []])
  }
  expect([...complaints, ...deeds]).toEqual([])
  annotate({ cells })
  await context.close()
})

/** The cells of a table in CSV (RFC 4180). */
function cellsOf(csv: string) {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  return rows.filter((row) => row.length > 0)
}

/** An exported calendar has no line that a text has injected. */
async function expectFeed(server: RunningServer, call: Call) {
  await call('calendarFeed.create')
  const { feed } = (await call('calendarFeed.get')) as { feed: { url: string } }
  const body = await (await fetch(feed.url.replace(/^https?:\/\/[^/]+/, server.url))).text()
  const lines = body.replaceAll('\r\n ', '').split('\r\n').filter(Boolean)
  const names = lines.map((line) => line.split(/[:;]/)[0] ?? '')
  expect(names).toContain('SUMMARY')
  expect(names.filter((name) => !/^[A-Z-]+$/.test(name))).toEqual([])
  for (const planted of ['ATTACH', 'ATTENDEE', 'BCC', 'SET-COOKIE']) expect(names).not.toContain(planted)
  expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
}

// Shows: T90
test('on a page that trusts them these texts run (negative control)', async ({ browser }) => {
  test.setTimeout(240_000)
  const context = await browser.newContext()
  const page = await context.newPage()
  // The page doesn't leave, wherever a text tries to lead it.
  await page.route('**/*', (route) => route.fulfill({ status: 204 }))
  await page.evaluate(async (text) => {
    document.body.innerHTML = text
    await new Promise((resolve) => setTimeout(resolve, 30))
  }, allPayloads)
  const together = await lookForMarks(page, [])
  const marked = new Set(together.wrong.map((each) => /payload (?:xss-)?(\d+)/.exec(each)?.[1]).filter(Boolean))
  expect(together.wrong).toContain('a script of a payload has run')
  annotate({ markedTogether: marked.size })
  expect(marked.size).toBeGreaterThan(60)
  await context.close()
})
