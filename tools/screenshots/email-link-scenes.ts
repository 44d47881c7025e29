import type { Page } from '@playwright/test'
import type { LinkedReply } from '#contract/reply-links.ts'
import { replyMessages } from '#domain/text/reply-messages.ts'
import { press } from './presses.ts'
import type { Scene } from './scenes.ts'

const token = 'x'.repeat(86)
const linked: LinkedReply = {
  nameFirst: 'Noor',
  practice: {
    title: 'Tuesday practice',
    when: 'Tuesday, December 8, 6:00 – 8:00 PM EST',
    location: 'Lafayette Range, 1234 County Road East',
    cancelled: false,
  },
  ...{ replyBy: null, isLate: false, spotsLeft: 3, waiting: 0, myAnswer: null, myPosition: null, hasCar: false },
}
const refusal = (reason: string, message: string) => ({
  ...{ status: 409, json: { json: { defined: true, code: 'REFUSED', status: 409, data: { reason }, message } } },
})

/** Nothing of it reaches the club. */
async function answer(page: Page, operation: string, fulfilled: object) {
  await page.route(new RegExp(`/rpc/${operation}`), (route) => route.fulfill(fulfilled))
  await page.reload()
}

const reply = (name: string, facts: Partial<LinkedReply>, as = ''): Scene => ({
  ...{ name: `reply-${name}`, as: 'visitor', path: `/reply#token=${token}${as && `&as=${as}`}` },
  async act(page) {
    await answer(page, 'replyLinks/open', { json: { json: { ...linked, ...facts } } })
    await page.getByText(linked.practice.title).waitFor()
  },
})

const dead = (name: 'link-unknown' | 'practice-started' | 'practice-over'): Scene => ({
  ...{ name: `reply-${name}`, as: 'visitor', path: `/reply#token=${token}` },
  async act(page) {
    await answer(page, 'replyLinks/open', refusal(name, replyMessages.refusals[name]))
    await page.getByText(replyMessages.deadTitle).waitFor()
  },
})

const unsubscribe = (name: string, fulfilled: object, says: string): Scene => ({
  ...{ name: `unsubscribe-${name}`, as: 'visitor', path: `/unsubscribe#token=${token}` },
  async act(page) {
    await answer(page, 'newsMails/stop', fulfilled)
    await press('Unsubscribe')(page)
    await page.getByText(says).waitFor()
  },
})

/** The pages behind the links of emails, with each outcome. */
export const emailLinkScenes: Scene[] = [
  reply('choose', { replyBy: 'Monday, December 7, 6:00 PM EST' }),
  reply('archer', { hasCar: true }, 'archer'),
  reply('driver', { replyBy: 'Monday, December 7, 6:00 PM EST', isLate: true }, 'driver'),
  reply('in', { myAnswer: 'archer', spotsLeft: 2 }, 'archer'),
  reply('cant-come', { myAnswer: 'cant-come' }, 'cant-come'),
  reply('full', { spotsLeft: 0, waiting: 3 }, 'archer'),
  reply('waiting', { myAnswer: 'archer', myPosition: 4, spotsLeft: 0, waiting: 4 }, 'archer'),
  reply('canceled', { practice: { ...linked.practice, cancelled: true } }, 'archer'),
  dead('link-unknown'),
  dead('practice-started'),
  dead('practice-over'),
  unsubscribe('stopped', { json: { json: { news: 'week' } } }, 'You’re unsubscribed'),
  unsubscribe('dead', refusal('link-unknown', ''), 'This link no longer works.'),
]
