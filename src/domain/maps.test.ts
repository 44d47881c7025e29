import { describe, expect, test } from 'vitest'
import { destinationOf, directionsUrl, findMap, mapAfter, takesTurns, timePasses } from './maps.ts'

const range = { place: 'range' } as const
const carpool = { place: 'carpool' } as const

test('two maps take turns, unless nothing is to move; one has nothing to take turns with', () => {
  expect(takesTurns({ maps: 2, reducedMotion: false })).toBe(true)
  expect(takesTurns({ maps: 2, reducedMotion: true })).toBe(false)
  expect(takesTurns({ maps: 1, reducedMotion: false })).toBe(false)
  expect(takesTurns({ maps: 0, reducedMotion: false })).toBe(false)
})

test('time passes only while the map is in sight, not paused and let go of', () => {
  const watched = { paused: false, held: false, inSight: true }
  expect(timePasses(watched)).toBe(true)
  for (const stop of [{ paused: true }, { held: true }, { inSight: false }])
    expect(timePasses({ ...watched, ...stop })).toBe(false)
})

test('after each map comes the other one; a single one follows itself', () => {
  expect(mapAfter([range, carpool], 'range')).toBe(carpool)
  expect(mapAfter([range, carpool], 'carpool')).toBe(range)
  expect(mapAfter([carpool], 'carpool')).toBe(carpool)
  expect(mapAfter([carpool], 'range')).toBe(carpool)
  expect(mapAfter([], 'range')).toBeUndefined()
})

test('a map that the club has not set is not found, even if the address names it', () => {
  expect(findMap([range], 'range')).toBe(range)
  expect(findMap([range], 'carpool')).toBeUndefined()
  expect(findMap([range], undefined)).toBeUndefined()
})

describe('a practice leads', () => {
  const place = { latitude: 40.4, longitude: -86.9 }
  const theRange = { title: 'The Range', address: '100 Lafayette Road, West Lafayette', ...place }
  const maps = [theRange, { ...theRange, title: 'Carpool Meetup', address: 'Lot C, 1 University Drive' }]

  const ofRange = ['Lafayette Range', 'the range', 'RANGE', '100 Lafayette Road']
  test.each(ofRange)('from “%s” to the map of the range', (words) => expect(destinationOf(words, maps)).toBe(theRange))

  test('from the words of the other map to that one', () => expect(destinationOf('Lot C', maps)).toBe(maps[1]))

  test('from an address elsewhere to that address', () => {
    expect(destinationOf(' 7 Archer Avenue, Chicago ', maps)).toBe('7 Archer Avenue, Chicago')
    expect(directionsUrl('7 Archer Avenue, Chicago', '')).toMatch(/destination=7%20Archer%20Avenue%2C%20Chicago$/)
  })

  test.each(['', '  ', 'TBD', 'Lot 2', 'Chicago Range', 'https://example.com/1/room'])('from “%s” nowhere', (words) => {
    expect(destinationOf(words, maps)).toBeNull()
  })
})

describe('directions lead', () => {
  const place = { latitude: 40.4284, longitude: -86.9223 }

  const apple = 'https://maps.apple.com/?daddr=40.428400,-86.922300'
  const google = 'https://www.google.com/maps/dir/?api=1&destination=40.428400,-86.922300'
  test.each([
    ['(iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15', apple],
    ['(iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15', apple],
    ['(Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', apple],
    ['(Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36', google],
    ['(Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', google],
    ['', google],
  ])('on %s to %s', (device, url) => expect(directionsUrl(place, `Mozilla/5.0 ${device}`)).toBe(url))
})
