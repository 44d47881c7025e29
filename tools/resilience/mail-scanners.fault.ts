// Shows: T8

import pLimit from 'p-limit'
import type { Browser, Page } from 'puppeteer-core'
import { mailKinds } from '#domain/notifications.ts'
import { stopMessages } from '#domain/text/email-link-messages.ts'
import { replyMessages } from '#domain/text/reply-messages.ts'
import { linkKinds, newLink } from '#server/auth/email-tokens.ts'
import { addEmail, type NewEmail } from '#server/email/add-email.ts'
import { emailKinds } from '#server/email/compose-email.ts'
import { addEvent } from '#server/features/calendar/built-in-calendar.ts'
import { addToOutbox } from '#server/features/notifications/enqueue.ts'
import { createCommandContext } from '#server/ops/cli/command-context.ts'
import { openClub } from '#server/ops/cli/open-club.ts'
import { launchPuppeteer } from '#test/engines/drivers/puppeteer.ts'
import { allRows } from '#test/support/all-rows.ts'
import { mailBy, startSmtpSink } from '#test/support/smtp-sink.ts'
import { zoneAtNoon } from '#test/support/zone-at-noon.ts'
import { startCountingProxy } from './counting-proxy.ts'
import { type Fault, outcomeOf } from './fault.ts'
import { openPhone } from './phone.ts'
import { type SeededClub, type SeededMember, seedClub } from './seeded-club.ts'

const times = 10
const atOnce = 4
const hourMs = 3_600_000
/** For the outbox to find what a command adds. */
const mailWithinMs = 120_000

export const fault: Fault = {
  name: 'mail-scanners',
  promise:
    'A mail scanner that opens every link of every email ten times, by GET, by HEAD, and in a browser without and with JavaScript, changes nothing (T8).',
  engines: ['sqlite'],
  limitMinutes: 60,
  async run(context) {
    const sink = await startSmtpSink()
    context.onEnd(() => sink.stop())
    const proxy = await startCountingProxy()
    context.onEnd(() => proxy.stop())
    const club = await seedClub(context, {
      members: emailKinds.length,
      practices: 0,
      env: mailBy(sink),
      club: { timeZone: zoneAtNoon() },
      async reachedBy(port) {
        proxy.leadTo(port)
        return Number(new URL(proxy.url).port)
      },
    })
    const nowMs = Date.now()
    const [startsAt = '', endsAt = ''] = [5, 7].map((hours) => new Date(nowMs + hours * hourMs).toISOString())
    const practice = { title: 'Practice', location: 'The Range', startsAt, endsAt }
    const practiceId = await club.write((tx) => addEvent(tx, { ...practice, description: '', sample: false, nowMs }))
    // It reads the calendar as it starts.
    await club.start()
    await sendOneOfEach(club, practiceId, { ...practice, location: 'Elsewhere', off: false })
    const links = new Set<string>()
    for (const { email } of club.members) {
      const mail = await sink.waitForMail({ to: email }, mailWithinMs)
      for (const link of mail.links) if (link.startsWith(club.url)) links.add(link)
      const oneClick = /<(.+)>/.exec(mail.headers['list-unsubscribe'] ?? '')?.[1]
      if (oneClick !== undefined) links.add(oneClick)
    }
    context.say(`${emailKinds.length} emails, ${links.size} links`)

    const wrong: string[] = []
    const browser = await launchPuppeteer('chromium', { lean: true })
    context.onEnd(() => browser.close())
    const before = await allRows(club)
    const rounds = context.rounds(times)
    const asked: Record<string, number> = {}
    let rowsChanged = 0
    const ways: Record<string, (link: string) => Promise<unknown>> = {
      GET: (link) => fetch(link).then((reply) => reply.arrayBuffer()),
      HEAD: (link) => fetch(link, { method: 'HEAD' }),
      'without JavaScript': (link) => inPage(browser, false, (page) => open(page, link)),
      'with JavaScript': (link) => inPage(browser, true, (page) => open(page, link)),
    }
    for (const [way, openLink] of Object.entries(ways)) {
      const { requests } = proxy.count()
      const limit = pLimit(atOnce)
      const openings = Array.from({ length: rounds }, () => [...links]).flat()
      await limit.map(openings, (link) => {
        context.signal.throwIfAborted()
        return openLink(link)
      })
      asked[way] = proxy.count().requests - requests
      const changed = differences(before, await allRows(club))
      rowsChanged += changed.length
      wrong.push(...changed.map((what) => `${way}: ${what}`))
      context.say(`${way}: ${asked[way]} requests, ${changed.length} rows changed`)
    }
    wrong.push(...proxy.count().failed)

    // The control: the same look at the tables sees what pressing each kind of button does.
    const noticed: string[] = []
    for (const [end, act] of buttons) {
      const link = [...links].find((each) => each.includes(end)) ?? ''
      const rows = await allRows(club)
      await inPage(browser, true, async (page) => {
        await open(page, link)
        await page.locator(`::-p-aria([name="${act}"][role="button"])`).click()
        await page.waitForNetworkIdle()
      })
      if (differences(rows, await allRows(club)).length > 0) noticed.push(end)
      else wrong.push(`the control did not notice: the button at ${end} changed nothing`)
    }
    return outcomeOf(wrong, {
      emails: emailKinds.length,
      links: links.size,
      'each opened, times': rounds,
      ...Object.fromEntries(Object.entries(asked).map(([way, count]) => [`requests, ${way}`, count])),
      requests: Object.values(asked).reduce((sum, count) => sum + count, 0),
      'rows changed': rowsChanged,
      'noticed when a button is pressed (control)': `${noticed.length} of ${buttons.length}`,
    })
  },
}

const buttons = [
  ['/cant-come', replyMessages.act['cant-come']],
  ['/unsubscribe#', stopMessages.act],
] as const

/** Each member gets another kind of email, with links that work. */
async function sendOneOfEach({ env, url, members }: SeededClub, practiceId: string, before: object) {
  await using club = await openClub({ env, complain: () => {} })
  const ctx = createCommandContext(club)
  for (const [n, kind] of emailKinds.entries()) {
    const { id: userId, cookie } = members[n] as SeededMember
    const news = mailKinds.find((each) => each === kind)
    if (news && news !== 'remind' && news !== 'week')
      await openPhone(url, cookie).act('practices.answer', { practiceId, answer: 'archer' })
    await ctx.write(async (tx) => {
      const now = new Date().toISOString()
      if (news === 'drive')
        await tx.updateTable('rsvp').set({ kind: 'driver' }).where('memberId', '=', userId).execute()
      if (news) {
        const row = { to: { userId, subscriptionId: null }, before: news === 'changed' ? JSON.stringify(before) : null }
        return addToOutbox(tx, [row], { kind: news, practiceId, now, nextTryAt: now })
      }
      const linkKind = linkKinds.find((each) => each === kind)
      if (kind === 'verify') await tx.updateTable('user').set({ emailVerified: 0 }).where('id', '=', userId).execute()
      const token = linkKind ? await newLink(tx, linkKind, userId, Date.now()) : undefined
      return addEmail(tx, ctx, { kind: kind as NewEmail['kind'], userId, ...(token !== undefined && { token }) })
    })
  }
}

/** In a profile of its own. */
async function inPage(browser: Browser, scripts: boolean, work: (page: Page) => Promise<unknown>) {
  const profile = await browser.createBrowserContext()
  try {
    const page = await profile.newPage()
    await page.setJavaScriptEnabled(scripts)
    await work(page)
  } finally {
    await profile.close()
  }
}

/** Until the page has nothing left to request. A link to a file opens no page. */
async function open(page: Page, link: string) {
  await page.goto(link, { waitUntil: 'networkidle0' }).catch((error) => {
    if (!String(error).includes('ERR_ABORTED')) throw error
  })
}

function differences(before: Record<string, string[]>, after: Record<string, string[]>) {
  return Object.entries(after).flatMap(([table, rows]) => {
    const known = new Set(before[table])
    const now = new Set(rows)
    return [
      ...rows.filter((row) => !known.has(row)).map((row) => `${table}: + ${row.slice(0, 200)}`),
      ...[...known].filter((row) => !now.has(row)).map((row) => `${table}: - ${row.slice(0, 200)}`),
    ]
  })
}
