import { expect, test } from 'vitest'
import { toastsTop } from '#web/components/toast-cards.tsx'

type Box = { top: number; bottom: number; left: number; right: number }
const phone = { top: 0, bottom: 828, left: 0, right: 390 }
const desktop = { top: 0, bottom: 884, left: 0, right: 1280 }
const one = { width: 300, height: 44 }
const three = { width: 358, height: 180 }
const sheet = (top: number) => ({ top, bottom: 844, left: 0, right: 390 })
const middle = (height: number) => ({ top: 450 - height / 2, bottom: 450 + height / 2, left: 416, right: 864 })
const drawer = (width: number) => ({ top: 0, bottom: 900, left: width - 320, right: width })

const [low, high, whole] = [500, 84, 0].map(sheet) as [Box, Box, Box]
const shallow = { ...desktop, bottom: 250 }
const filling = { ...middle(0), top: 10, bottom: 240 }

test.each<[where: string, screen: Box, dialog: Box, headBottom: number, toasts: typeof one, top: number | null]>([
  ['above a low sheet', phone, low, 560, one, 448],
  ['above a high sheet that leaves room for one', phone, high, 140, one, 32],
  ['under the title of one that leaves none', phone, high, 140, three, 148],
  ['under the title of a dialog over the whole screen', phone, whole, 90, one, 98],
  ['under a drawer’s title on a phone', phone, drawer(390), 56, one, 64],
  ['at the bottom beside a drawer', desktop, drawer(1280), 56, one, null],
  ['at the bottom under a low dialog', desktop, middle(300), 350, three, null],
  ['under the title where the bottom is too near to it', shallow, filling, 80, three, 88],
])('%s', (_, screen, dialog, headBottom, toasts, top) => {
  expect(toastsTop({ screen, dialog, headBottom, toasts })).toBe(top)
})
