import { describe, expect, test } from 'vitest'
import { createClubWithPages } from '#test/support/club-with-pages.ts'

describe('a page’s document', () => {
  test('says what to request beside the code: the session, and for home its content', async () => {
    await using web = await createClubWithPages()
    const askedBy = async (path: string) => / data-ask="(.*?)"/.exec((await web.get(path)).body)?.[1]
    expect(await askedBy('/home')).toBe('/rpc/session/get?data=%7B%7D /rpc/home/get?data=%7B%7D')
    expect(await askedBy('/info')).toBe('/rpc/session/get?data=%7B%7D')
    expect(await askedBy('/login')).toBeUndefined()
  })

  test('has the club’s color before the first paint', async () => {
    await using web = await createClubWithPages({ club: { color: { light: '#13294B', dark: '#3F86F6' } } })
    for (const path of ['/home', '/login'])
      expect((await web.get(path)).body).toMatch(
        /<script src="\/assets\/early\/abc123\.js" data-colors="@media not print{:root{--gold:#13294B;/,
      )
  })

  // Shows: ASVS 1.2.1
  test('is titled with the club’s name, as text', async () => {
    await using web = await createClubWithPages({ club: { name: 'Bows & <Arrows>' } })
    expect((await web.get('/home')).body).toContain('<title>Bows &#38; &#60;Arrows&#62;</title>')
    expect((await web.get('/login')).body).toContain('<title>Sign In · Bows &#38; &#60;Arrows&#62;</title>')
  })
})

describe('the sign-in document', () => {
  test('names its code without requesting it, and requests its style sheets', async () => {
    await using web = await createClubWithPages()
    const { body } = await web.get('/login')
    const [page = '', template = ''] = body.split('<template id="sign-in-code">')
    expect(page).not.toMatch(/modulepreload|type="module"/)
    expect(page).toContain('<link rel="stylesheet" crossorigin href="/assets/kit-abc123.css">')
    expect(template).toMatch(/^<script type="module" src="\/assets\/app-abc123.js"><\/script>.*<\/template>/s)
    for (const name of ['kit', 'login'])
      expect(template).toContain(`<link rel="modulepreload" crossorigin href="/assets/${name}-abc123.js">`)
  })

  // Shows: T90, ASVS 1.2.3
  test('holds the page and what the app must know to take it over, which can’t break out of its script', async () => {
    const name = 'A</script><script>alert(1)</script>'
    await using web = await createClubWithPages({ club: { name } })
    const { body } = await web.get('/login')
    expect(body).toContain('<div id="root"><h1>{}</h1></div>')
    const facts = /id="sign-in-facts">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    expect(JSON.parse(facts)).toMatchObject({ name, emailDomain: 'purdue.edu' })
    // early.js, the app's entry, and the facts.
    expect(body.match(/<script/g)).toHaveLength(3)
  })
})
