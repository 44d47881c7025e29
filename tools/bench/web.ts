import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BrowserContext } from '@playwright/test'
import type { BenchPart } from './part.ts'
import { openPhone, slowDown } from './phone.ts'
import type { Server } from './server.ts'

/** How long to observe a page after its scripts have loaded. */
const watchedMs = 2000
const bounds = [
  { route: '/login', lcpMs: 1500, againMs: 600, kB: 115 },
  { route: '/home', lcpMs: 1800, againMs: 600, kB: 160 },
]
const others =
  '/my-practices /my-pass /info /profile /profile/security /scorecard /members /manage-practices /resources /verify /reset /code'.split(
    ' ',
  )
/** Public pages. */
const open = ['/login', '/verify', '/reset', '/code']

export const web: BenchPart = {
  name: 'web',
  about: 'on a mid-range phone with 1.6 Mbps: when a page is there, the first time and again, and its JavaScript',
  club: { members: 500, practices: 40 },
  rounds: 3,
  async measure({ server, number, onEnd }) {
    const { openProfile } = await openPhone(onEnd)
    // Officers may open every page.
    const profileFor = (route: string) =>
      openProfile(server, open.includes(route) ? undefined : server.members[route === '/home' ? 1 : 0])
    const results = []
    for (const { route, lcpMs, againMs, kB } of bounds) {
      const profile = await profileFor(route)
      const first = await visit(profile, server, route)
      // Twice: during the second visit that the service worker serves, Chromium stores compiled code, once and for all (80 ms).
      for (let times = 0; times < 2; times++) await settle(profile, server.url + route)
      const again = await visit(profile, server, route)
      await profile.close()
      results.push(
        { name: `${route} LCP`, unit: 'ms', value: first.lcp, atMost: lcpMs },
        { name: `${route} LCP again`, unit: 'ms', value: again.lcp, atMost: againMs },
        { name: `${route} JavaScript, gzip`, unit: 'kB', value: first.gzip, atMost: kB },
        { name: `${route} JavaScript, as sent`, unit: 'kB', value: first.sent },
      )
    }
    // Depends only on the build, so once is enough.
    for (const route of number === 0 ? others : []) {
      const profile = await profileFor(route)
      const { gzip, sent } = await visit(profile, server, route)
      await profile.close()
      results.push({ name: `${route} JavaScript, gzip`, unit: 'kB', value: gzip })
      results.push({ name: `${route} JavaScript, as sent`, unit: 'kB', value: sent })
    }
    return results
  },
}

/** JavaScript counts if the document names it or if it is requested before the largest contentful paint. */
async function visit(profile: BrowserContext, { url, checkout }: Server, route: string) {
  const page = await profile.newPage()
  const session = await slowDown(page)
  const scripts = new Map<string, { name: string; askedAt: number; bytes?: number }>()
  let begunAt = 0
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    begunAt ||= timestamp
    const { pathname: name } = new URL(request.url)
    if (name.endsWith('.js')) scripts.set(requestId, { name, askedAt: (timestamp - begunAt) * 1000 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const script = scripts.get(requestId)
    if (script) script.bytes = encodedDataLength
  })
  let response = await page.goto(url + route)
  for (let tries = 0; response?.status() === 503 && tries < 40; tries++) {
    // The server was too busy, which says nothing about the page.
    await page.waitForTimeout(250)
    scripts.clear()
    begunAt = 0
    response = await page.goto(url + route)
  }
  if (!response?.ok()) throw new Error(`${route} was answered with ${response?.status()}`)
  const html = await response.text()
  const named = [...html.matchAll(/\/assets\/[\w-]+\.js/g)].map(([name]) => name)
  const hasCome = (name: string) => [...scripts.values()].some((each) => each.name === name && each.bytes !== undefined)
  for (let waits = 0; waits < 100 && !named.every(hasCome); waits++) await page.waitForTimeout(100)
  await page.waitForTimeout(watchedMs)
  const lcp = await page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<number>()
    const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN))
    observer.observe({ type: 'largest-contentful-paint', buffered: true })
    return promise
  })
  await page.close()
  const counted = [...scripts.values()].filter(({ name, askedAt }) => named.includes(name) || askedAt <= lcp)
  const files = new Set([...named, ...counted.map(({ name }) => name)])
  const gzip = [...files].map((name) => gzipSync(readFileSync(join(checkout, 'dist/web', name))).length)
  return { lcp, gzip: sum(gzip) / 1000, sent: sum(counted.map(({ bytes = 0 }) => bytes)) / 1000 }
}

/** Loads the page and waits until the service worker has filled its cache. */
async function settle(profile: BrowserContext, address: string) {
  const page = await profile.newPage()
  await page.goto(address)
  await page.evaluate(() =>
    navigator.serviceWorker.getRegistration().then((one) => one && navigator.serviceWorker.ready),
  )
  await page.waitForTimeout(watchedMs)
  await page.close()
}

function sum(values: number[]) {
  return values.reduce((all, each) => all + each, 0)
}
