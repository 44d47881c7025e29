import { describe, expect, test } from 'vitest'
import { isOfferDue, wayToInstall } from './install-way.ts'

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const pixel =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Mobile Safari/537.36'
const safari = 'Version/26.1 Mobile/15E148 Safari/604.1'
const device = { installed: false, canAsk: false, userAgent: pixel, touchPoints: 5 }

describe('the app is installed', () => {
  test.each([
    ['by the browser, where it has offered to ask', { canAsk: true }, 'browser'],
    ['by hand in an iPhone’s Safari', { userAgent: `${iPhone} ${safari}` }, 'by-hand'],
    [
      'by hand in an iPad’s, which says it were a Mac’s',
      { userAgent: `${mac} Version/26.1 Safari/605.1.15` },
      'by-hand',
    ],
    ['not within the installed app', { installed: true, canAsk: true }, null],
    ['not in Safari on a Mac', { userAgent: `${mac} Version/26.1 Safari/605.1.15`, touchPoints: 0 }, null],
  ])('%s', (_, facts, way) => expect(wayToInstall({ ...device, ...facts })).toBe(way))

  test.each([
    ['Chrome on Android, which has not offered', pixel],
    ['Chrome on an iPhone', `${iPhone} CriOS/144.0.0.0 Mobile/15E148 Safari/604.1`],
    ['a page within another app on an iPhone', `${iPhone} Mobile/15E148 Instagram 400.0`],
  ])('not in %s', (_, userAgent) => expect(wayToInstall({ ...device, userAgent })).toBeNull())
})

describe('it is offered unasked', () => {
  const day = 86_400_000
  const now = Date.parse('2026-11-24T23:05:00Z')
  const offered = (offeredAt: number) => ({ offeredAt, installed: false })

  test('the first time, and again after 60 days; never again once it was installed', () => {
    expect(isOfferDue({ offeredAt: null, installed: false }, now)).toBe(true)
    expect(isOfferDue(offered(now), now)).toBe(false)
    expect(isOfferDue(offered(now - 60 * day + 1), now)).toBe(false)
    expect(isOfferDue(offered(now - 60 * day), now)).toBe(true)
    expect(isOfferDue({ offeredAt: null, installed: true }, now)).toBe(false)
    // Nothing can be remembered.
    expect(isOfferDue(null, now)).toBe(false)
  })
})
