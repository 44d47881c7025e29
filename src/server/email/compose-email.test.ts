import { describe, expect, test } from 'vitest'
import { changes, mailClub, mailRow } from '#test/support/mail-club.ts'
import { composeEmail, composeNotice, emailKinds } from './compose-email.ts'
import { notificationTemplates } from './notification-templates.ts'

const club = mailClub
const audit = '/resources?tab=audit'
const linkOf = {
  ...{ verify: '/verify#token=T0ken_-x', reset: '/reset#token=T0ken_-x', 'already-member': '/login' },
  ...{ 'password-changed': '/login?mode=reset', 'officer-made': audit, 'officer-unmade': audit },
  ...{ 'officer-removed': audit, 'officer-restored': audit, 'member-erased': audit, 'guest-erased': audit },
  ...{ week: '/home', remind: '/home' },
  ...{ changed: '/my-practices', place: '/my-practices', drive: '/my-practices' },
} as const

test('every kind of email is checked here', () => {
  expect(emailKinds).toEqual(Object.keys(linkOf))
})

describe.each(emailKinds)('the email %s', (kind) => {
  const url = `${club.baseUrl}${linkOf[kind]}`
  const mail = mailRow(kind, { nameFirst: '' })

  test('has the same link in text and HTML, with the token behind the #, where no server sees it', () => {
    const { text, html, stopAt } = composeEmail(kind, club, mail)
    // Only notifications can be stopped from an email program.
    expect(stopAt).toBe(kind in notificationTemplates ? `${club.baseUrl}/unsubscribe/St0p_-${kind}` : undefined)
    const page = `${club.baseUrl}/code`
    const code = kind === 'verify' || kind === 'reset' ? [page] : []
    // Notifications have one more link, to unsubscribe.
    const stop = kind in notificationTemplates ? [`${club.baseUrl}/unsubscribe#token=St0p_-${kind}`] : []
    const asked = mail.asked.flatMap(({ id }) =>
      ['archer', 'driver', 'cant-come', 'practice.ics'].map((what) => `${club.baseUrl}/reply/R3ply_-${id}/${what}`),
    )
    expect(text.match(/https?:\S+/g)).toEqual([...asked, url, ...code, ...stop, ...stop.map(() => page)])
    const shown = (links: string[]) => links.flatMap((link) => [link, link])
    // The button's link, then the fallback link and its visible text.
    expect(html.match(/https?:[^\s"<]+/g)).toEqual([
      ...[...asked, url, ...shown(code), url, url],
      ...[...stop, ...shown(stop.map(() => page))],
    ])
  })

  test('has a code beside each link with a secret, in text and HTML, and no other code', () => {
    const { text, html } = composeEmail(kind, club, mail)
    const codes = /\b[A-Z2-9]{4}-[A-Z2-9]{4}\b/g
    const wanted = kind in notificationTemplates ? ['STPC-EFGH'] : text.includes('#token=') ? ['LNKC-ABCD'] : []
    expect(text.match(codes) ?? []).toEqual(wanted)
    expect(html.match(codes) ?? []).toEqual(wanted)
    expect(text.split('\n').filter((line) => wanted.includes(line))).toEqual(wanted)
  })

  test('says the same in text and HTML', () => {
    const { text, html, subject } = composeEmail(kind, club, { ...mail, nameFirst: 'Ana' })
    const flat = (words: string) => words.replace(/\s+/g, ' ')
    const shown = flat(html.replace(/<(style|title)>.*?<\/\1>|<[^>]+>/gs, ' ').replaceAll('&#39;', "'"))
    // A URL that is only a link target in HTML is written out in the text.
    for (const paragraph of text.split('\n\n'))
      for (const part of paragraph.split(/:?\n|^--|: |[()]/))
        expect(part.startsWith('https:') ? html : shown).toContain(flat(part))
    expect(html).toContain(`<title>${subject}</title>`)
  })

  // Shows: T90, ASVS 1.1.2
  test('shows names and addresses as text', () => {
    const evil = '<img src=x onerror="alert(1)">&\''
    const { html, text, subject } = composeEmail(
      kind,
      { ...club, name: 'Bows & <Arrows>' },
      { ...mail, nameFirst: evil, email: '"<b>"@example.edu' },
    )
    expect(html).not.toMatch(/<img|<Arrows|<b>/)
    expect(html).toContain('Hello &#60;img src=x onerror=&#34;alert(1)&#34;&#62;&#38;&#39;,')
    expect(html).toContain('Bows &#38; &#60;Arrows&#62;')
    expect(html).toContain('We sent this email to &#34;&#60;b&#62;&#34;@example.edu because')
    expect(text).toContain(`Hello ${evil},`)
    expect(subject).toContain('Bows & <Arrows>')
  })

  test('greets the member by name, even without one, and has one line for each paragraph', () => {
    const startOf = (nameFirst: string) => composeEmail(kind, club, { ...mail, nameFirst }).text
    for (const unseen of ['', '\u3164']) expect(startOf(unseen)).toMatch(/^Hello,\n/)
    expect(startOf('\u202EanA')).toMatch(/^Hello anA,\n/)
    expect(startOf('Ana')).toMatch(/^Hello Ana,\n/)
    expect(startOf('Ana\n\nYour password:\r\nhttps')).toMatch(/^Hello Ana Your password: https,\n\n[^\n]{60,}\n\n/)
  })

  test('loads nothing, is small enough to be shown in full (Gmail cuts at 102 kB), and has lines of at most 998 bytes', () => {
    const { html } = composeEmail(kind, club, mail)
    expect(html).not.toMatch(/<(img|link|script|iframe|object|base|form)\b|url\(|@import|\bon\w+=/i)
    expect(Buffer.byteLength(html)).toBeLessThan(20_000)
    for (const line of html.split('\n')) expect(Buffer.byteLength(line)).toBeLessThan(998)
  })
})

describe('a practice that has changed', () => {
  const said = (name: keyof typeof changes, message = '') => {
    const news = { ...changes[name], carCapacity: 0, message }
    const row = mailRow('changed', { news })
    const { subject, text } = composeEmail('changed', club, row)
    return {
      subject: subject.replace('Archery Club: Tuesday practice ', ''),
      list: text.match(/^(When|Where| {2}\().*$/gm),
      notice: composeNotice('changed', club, row),
    }
  }

  test('says what is new, and how it was before', () => {
    expect(said('changed-place')).toMatchObject({
      subject: 'has a new location',
      list: [
        'When: Tuesday, November 24, 6:00 – 8:00 PM EST',
        'Where: Co-Rec, Feature Gym',
        '  (was: Lafayette Range, 1234 County Road East)',
      ],
      notice: { title: 'Tuesday practice has a new location', path: '/my-practices' },
    })
  })

  test('brings what officers wrote: in paragraphs by email, in one line on the phone', () => {
    const news = { ...changes['changed-off'], carCapacity: 0, message: 'The hall is flooded.\n\nBring <b>socks</b>.' }
    const { text, html } = composeEmail('changed', club, mailRow('changed', { news }))
    expect(text).toContain('is canceled.\n\nThe hall is flooded.\n\nBring <b>socks</b>.\n\n')
    expect(html).toContain('Bring &#60;b&#62;socks')
    expect(said('changed-off', news.message)).toMatchObject({
      subject: 'is canceled',
      notice: { body: 'Tue, Nov 24, 6:00 PM. The hall is flooded. Bring <b>socks</b>.' },
    })
    // A practice that is back on has none.
    expect(said('changed-on-again', news.message).notice?.body).not.toContain('flooded')
  })
})

test('a link says how long it lives, until when in the club’s time zone', () => {
  const flat = (kind: 'verify' | 'reset', timeZone: string, createdAt: string) =>
    composeEmail(kind, { ...club, timeZone }, mailRow(kind, { createdAt })).text.replace(/\s+/g, ' ')
  // The clocks change within these 24 hours.
  expect(flat('verify', 'America/New_York', '2026-10-31T22:00:00.000Z')).toContain(
    'The link and the code work once and expire in 24 hours (Sunday, November 1 at 5:00 PM EST).',
  )
  expect(flat('reset', 'Asia/Kathmandu', '2026-11-24T22:50:00.000Z')).toContain(
    'The link and the code work once and expire in 60 minutes (Wednesday, November 25 at 5:35 AM GMT+5:45).',
  )
})
