import sharp from 'sharp'
import { expect } from 'vitest'
import type { SettingName } from '#domain/settings/setting-list.ts'
import { describe, engines, outcomeOf, type TestMember, test, usualEngines } from '#test/support/club-test.ts'
import { createClubWithPages } from '#test/support/club-with-pages.ts'
import { setSetting as set, settingNow } from '#test/support/set-setting.ts'
import { deleteUnusedClubFiles } from './club-files.ts'

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n%%EOF\n')
const twoDays = 2 * 24 * 3_600_000

function upload(who: TestMember, name: string, content: Uint8Array, use: 'document' | 'logo' = 'document') {
  return who.api.clubFiles.upload({ use, name, content: Buffer.from(content).toString('base64') })
}

async function undoLast(who: TestMember, name: SettingName) {
  const [change] = (await who.api.settingChanges.get({ name })).changes
  const { revision } = await settingNow(who, name)
  await who.api.clubSettings.undo({ changeId: change?.id ?? '', seen: revision })
}

/** A drawing in this color on nothing. */
function drawing(color: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><circle cx="300" cy="150" r="120" fill="${color}"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

test('an uploaded constitution replaces the one in public/, for anyone, and undoing brings that back', async () => {
  await using pages = await createClubWithPages()
  const kai = await pages.club.officer()
  const get = () => pages.get('/constitution.pdf')
  expect(await get()).toMatchObject({ status: 200, body: '%PDF- of public/' })
  const { url } = await upload(kai, 'Constitution 2026.pdf', pdf)
  expect(url).toMatch(/^\/files\/club\/[\w-]{24}\/Constitution-2026\.pdf$/)
  await set(kai, 'constitution', url)
  const shown = await get()
  expect([shown.status, shown.bytes.equals(pdf)]).toEqual([200, true])
  expect(shown.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename="Constitution-2026.pdf"',
    'content-security-policy': expect.stringMatching(/^default-src 'none';.* sandbox$/),
    'x-content-type-options': 'nosniff',
  })
  await undoLast(kai, 'constitution')
  expect((await get()).body).toBe('%PDF- of public/')
})

describe.each(engines)('files of the club (%s)', () => {
  test('documents are for officers, and downloaded; PDF files are shown', async ({ club, kai, ana }) => {
    const { url } = await upload(kai, 'roster.csv', Buffer.from('Ana,1\n'))
    const opened = await kai.send({ method: 'GET', path: url })
    expect(opened.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="roster.csv"',
    })
    expect((await ana.send({ method: 'GET', path: url })).statusCode).toBe(403)
    expect((await club.visitor().send({ method: 'GET', path: url })).statusCode).toBe(401)
    const asPage = await club.visitor().send({ method: 'GET', path: url, headers: { accept: 'text/html' } })
    expect([asPage.statusCode, asPage.headers.location]).toEqual([302, '/login?next=/resources'])
    const renamed = await kai.send({ method: 'GET', path: url.replace('roster.csv', 'roster.html') })
    expect(renamed.statusCode).toBe(404)
  })

  test('a file that no setting names goes after a day, and one in the history stays', async ({ club, kai }) => {
    const [unused, used, replaced] = [
      await upload(kai, 'unused.pdf', pdf),
      await upload(kai, 'used.pdf', pdf),
      await upload(kai, 'replaced.pdf', pdf),
    ]
    await set(kai, 'resources', [{ label: 'Replaced', url: replaced.url }])
    await club.clock.advance(1000)
    await set(kai, 'resources', [{ label: 'Used', url: used.url }])
    const clock = { ...club.clock, now: () => club.clock.now() + twoDays }
    await deleteUnusedClubFiles({ ...club.ctx, clock })
    expect(await club.ctx.files.list()).toHaveLength(2)
    await undoLast(kai, 'resources')
    expect((await settingNow(kai, 'resources')).value).toMatchObject([{ label: 'Replaced', url: replaced.url }])
    expect((await kai.send({ method: 'GET', path: replaced.url })).statusCode).toBe(200)
    const gone = await outcomeOf(set(kai, 'resources', [{ label: 'Unused', url: unused.url }]))
    expect(gone).toBe('INVALID_FIELD')
  })
})

describe.each(usualEngines)('logo and constitution (%s)', () => {
  test('a logo that can’t be seen in a mode is refused with its contrast there', async ({ club, kai }) => {
    const faultOf = (content: Uint8Array) =>
      upload(kai, 'logo.png', content, 'logo').then(
        () => null,
        (error) => error.message as string,
      )
    expect(await faultOf(await drawing('#101216'))).toMatch(/its contrast is 1:1 in dark mode and must be at least 3:1/)
    expect(await faultOf(await drawing('#ffffff'))).toMatch(/1\.06:1 in light mode and 1:1 in outdoor mode/)
    expect(await faultOf(Buffer.from('<svg onload="alert(1)"/>'))).toMatch(/file type isn’t supported/)
    expect(await faultOf(Buffer.alloc(3 * 1024 * 1024))).toMatch(/too large \(2 MB max\)/)

    const { url } = await upload(kai, 'logo.png', await drawing('#c02030'), 'logo')
    await set(kai, 'logo', url)
    const shown = await club.visitor().send({ method: 'GET', path: url })
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': expect.stringMatching('immutable'),
    })
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ height: 96, width: 192, hasAlpha: true })
    expect((await club.visitor().api.session.get()).club.logoUrl).toBe(url)
  })

  test('take only files that were uploaded for them', async ({ kai }) => {
    const { url } = await upload(kai, 'a.pdf', pdf)
    for (const value of [url, 'https://evil.example/logo.webp', '/files/club/aaaaaaaaaaaaaaaaaaaaaaaa/logo.webp'])
      expect([value, await outcomeOf(set(kai, 'logo', value))]).toEqual([value, 'INVALID_FIELD'])
  })
})
