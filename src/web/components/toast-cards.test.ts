import { expect, test } from 'vitest'
import { type Scene, toastsTop } from '#web/components/toast-cards.tsx'

const phone = { top: 0, bottom: 828, left: 0, right: 390 }
const desktop = { top: 0, bottom: 884, left: 0, right: 1280 }
const one = { width: 300, height: 44 }
const three = { width: 358, height: 180 }
const sheet = (top: number) => ({ top, bottom: 844, left: 0, right: 390 })
const middle = (height: number) => ({ top: 450 - height / 2, bottom: 450 + height / 2, left: 416, right: 864 })
const drawer = (width: number) => ({ top: 0, bottom: 900, left: width - 320, right: width })

const scenes: [name: string, scene: Scene, top: number | null][] = [
  ['above a low sheet', { screen: phone, dialog: sheet(500), headBottom: 560, toasts: one }, 448],
  [
    'above a high sheet that leaves room for one',
    { screen: phone, dialog: sheet(84), headBottom: 140, toasts: one },
    32,
  ],
  [
    'under the title of one that leaves none',
    { screen: phone, dialog: sheet(84), headBottom: 140, toasts: three },
    148,
  ],
  [
    'under the title of a dialog over the whole screen',
    { screen: phone, dialog: sheet(0), headBottom: 90, toasts: one },
    98,
  ],
  [
    'under the edge of a sheet whose title is scrolled away',
    { screen: phone, dialog: sheet(40), headBottom: -300, toasts: one },
    48,
  ],
  ['under a drawer’s title on a phone', { screen: phone, dialog: drawer(390), headBottom: 56, toasts: one }, 64],
  ['at the bottom beside a drawer', { screen: desktop, dialog: drawer(1280), headBottom: 56, toasts: one }, null],
  ['at the bottom under a low dialog', { screen: desktop, dialog: middle(300), headBottom: 350, toasts: three }, null],
  [
    'at the bottom of a high dialog in the middle',
    { screen: desktop, dialog: middle(810), headBottom: 95, toasts: three },
    null,
  ],
  [
    'under the title where the bottom is too near to it',
    {
      screen: { ...desktop, bottom: 250 },
      dialog: { ...middle(0), top: 10, bottom: 240 },
      headBottom: 80,
      toasts: three,
    },
    88,
  ],
]
test.each(scenes)('%s', (_, scene, top) => expect(toastsTop(scene)).toBe(top))
