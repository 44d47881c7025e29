import { describe, expect, test } from 'vitest'
import { composeMail, mailKinds } from './mails.ts'

const club = { name: 'Archery Club', timeZone: 'America/Indiana/Indianapolis', baseUrl: 'https://quiver.example.edu' }
const mail = {
  email: 'ana@example.edu',
  nameFirst: '',
  token: 'T0ken_-x',
  createdAt: '2026-11-24T22:50:00.000Z',
  practice: { title: 'Tuesday practice', startsAt: '2026-11-24T23:00:00.000Z' },
}
const linkOf = {
  verify: '/verify#token=T0ken_-x',
  reset: '/reset#token=T0ken_-x',
  'already-member': '/login',
  'password-changed': '/login?mode=reset',
  place: '/my-practices',
} as const

test('every kind of mail is looked at here', () => {
  expect(mailKinds).toEqual(Object.keys(linkOf))
})

describe.each(mailKinds)('the mail %s', (kind) => {
  const url = `${club.baseUrl}${linkOf[kind]}`

  test('has the same one link in text and in HTML, with the token only behind the #, where no server sees it', () => {
    const { text, html } = composeMail(kind, club, mail)
    expect(text.match(/https?:\S+/g)).toEqual([url])
    // Behind the button, behind the address for those without buttons, and as that address.
    expect(html.match(/https?:[^\s"<]+/g)).toEqual([url, url, url])
  })

  test('says the same in text and in HTML', () => {
    const { text, html, subject } = composeMail(kind, club, { ...mail, nameFirst: 'Ana' })
    const flat = (words: string) => words.replace(/\s+/g, ' ')
    const shown = flat(html.replace(/<(style|title)>.*?<\/\1>|<[^>]+>/gs, ' ').replaceAll('&#39;', "'"))
    for (const paragraph of text.split('\n\n'))
      for (const part of paragraph.split(/:?\n|^--/)) expect(shown).toContain(flat(part))
    expect(html).toContain(`<title>${subject}</title>`)
  })

  test('loads nothing from anywhere, so that opening it tells nobody', () => {
    const { html } = composeMail(kind, club, mail)
    expect(html).not.toMatch(/<(img|link|script|iframe|object|base|form)\b|url\(|@import|\bon\w+=/i)
  })

  test('takes names and addresses as text, whatever is in them', () => {
    const evil = '<img src=x onerror="alert(1)">&\''
    const { html, text, subject } = composeMail(
      kind,
      { ...club, name: 'Bows & <Arrows>' },
      { ...mail, nameFirst: evil, email: '"<b>"@example.edu' },
    )
    expect(html).not.toMatch(/<img|<Arrows|<b>/)
    expect(html).toContain('Hello &#60;img src=x onerror=&#34;alert(1)&#34;&#62;&#38;&#39;,')
    expect(html).toContain('Bows &#38; &#60;Arrows&#62;')
    expect(html).toContain('went to &#34;&#60;b&#62;&#34;@example.edu because')
    expect(text).toContain(`Hello ${evil},`)
    expect(subject).toContain('Bows & <Arrows>')
  })

  test('has a line for each paragraph, which every program wraps as it likes, whatever stands in a name', () => {
    const { text } = composeMail(kind, club, { ...mail, nameFirst: 'Ana\n\nYour password:\r\nhttps' })
    expect(text).toMatch(/^Hello Ana Your password: https,\n\n[^\n]{60,}\n\n/)
  })

  test('greets who has no name yet too', () => {
    expect(composeMail(kind, club, mail).text).toMatch(/^Hello,\n/)
    expect(composeMail(kind, club, { ...mail, nameFirst: 'Ana' }).text).toMatch(/^Hello Ana,\n/)
  })

  test('is small enough to be shown whole (Gmail cuts at 102 kB), in lines that may travel as they are (998 bytes)', () => {
    const { html } = composeMail(kind, club, mail)
    expect(Buffer.byteLength(html)).toBeLessThan(20_000)
    for (const line of html.split('\n')) expect(Buffer.byteLength(line)).toBeLessThan(998)
  })
})

describe('how long a link lives', () => {
  const flat = (kind: 'verify' | 'reset', timeZone: string, createdAt = mail.createdAt) =>
    composeMail(kind, { ...club, timeZone }, { ...mail, createdAt }).text.replace(/\s+/g, ' ')

  test('stands in each mail, and until when, in the club’s zone', () => {
    expect(flat('verify', club.timeZone)).toContain(
      'The link works once, within 24 hours (until Wednesday, November 25 at 5:50 PM EST).',
    )
    expect(flat('reset', club.timeZone)).toContain(
      'The link works once, within 60 minutes (until Tuesday, November 24 at 6:50 PM EST).',
    )
    expect(flat('reset', 'Asia/Kathmandu')).toContain('(until Wednesday, November 25 at 5:35 AM GMT+5:45)')
  })

  test('is 24 hours on the night in which the clocks change, too', () => {
    expect(flat('verify', 'America/New_York', '2026-10-31T22:00:00.000Z')).toContain(
      'until Sunday, November 1 at 5:00 PM EST',
    )
  })
})
