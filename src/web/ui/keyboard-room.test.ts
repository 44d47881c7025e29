import { expect, test } from 'vitest'
import { roomIn } from './keyboard-room.ts'

const seen = { height: 844, offsetTop: 0, scale: 1 }

test.each([
  ['the whole screen', seen, { keyboard: 0, panned: 0 }],
  ['a keyboard over the page', { ...seen, height: 508 }, { keyboard: 336, panned: 0 }],
  ['a keyboard, and the page panned', { ...seen, height: 508, offsetTop: 120 }, { keyboard: 216, panned: 120 }],
  ['the page panned to its end', { ...seen, height: 508, offsetTop: 336 }, { keyboard: 0, panned: 336 }],
  ['a fraction of a pixel', { ...seen, height: 843.4 }, { keyboard: 0, panned: 0 }],
  ['a page pulled down beyond its top', { ...seen, offsetTop: -40 }, { keyboard: 0, panned: 0 }],
  ['a page enlarged by two fingers', { height: 422, offsetTop: 200, scale: 2 }, { keyboard: 0, panned: 0 }],
])('%s', (_, viewport, room) => expect(roomIn(844, viewport)).toEqual(room))
