import { describe, expect, test } from 'vitest'
import { composeMail, type MailKind } from './mails.ts'

const facts = { clubName: 'Archery Club', baseUrl: 'https://quiver.example.edu', nameFirst: '', token: 'T0ken_-x' }
const linkOf = { verify: '/verify#token=T0ken_-x', reset: '/reset#token=T0ken_-x', 'already-member': '/login' } as const
const kinds = Object.keys(linkOf) as MailKind[]

describe.each(kinds)('the mail %s', (kind) => {
  test('has the same one link in text and in HTML, with the token only behind the #, where no server sees it', () => {
    const { text, html } = composeMail(kind, facts)
    const url = `${facts.baseUrl}${linkOf[kind]}`
    expect(text.match(/https?:\S+/g)).toEqual([url])
    expect(html.match(/https?:[^\s"<]+/g)).toEqual([url])
  })

  test('loads nothing from anywhere, so that opening it tells nobody', () => {
    const { html } = composeMail(kind, facts)
    expect(html).not.toMatch(/<(img|link|script|iframe|style|object|base|form)\b|url\(|\bon\w+=/i)
  })

  test('takes a name as text, whatever is in it', () => {
    const nameFirst = '<img src=x onerror="alert(1)">&\''
    const { html, text, subject } = composeMail(kind, { ...facts, nameFirst, clubName: 'Bows & <Arrows>' })
    expect(html).not.toMatch(/<img|<Arrows/)
    expect(html).toContain('Hello &#60;img src=x onerror=&#34;alert(1)&#34;&#62;&#38;&#39;,')
    expect(html).toContain('Bows &#38; &#60;Arrows&#62;')
    expect(text).toContain(`Hello ${nameFirst},`)
    expect(subject).toContain('Bows & <Arrows>')
  })

  test('greets who has no name yet too', () => {
    expect(composeMail(kind, facts).text).toMatch(/^Hello,\n/)
    expect(composeMail(kind, { ...facts, nameFirst: 'Ana' }).text).toMatch(/^Hello Ana,\n/)
  })
})

test('each mail says how long its link lives', () => {
  expect(composeMail('verify', facts).text).toContain('The link works once, within 24 hours.')
  expect(composeMail('reset', facts).text).toContain('The link works once, within 60 minutes.')
})
