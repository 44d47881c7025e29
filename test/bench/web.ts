import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Part } from './part.ts'
import { openPhone } from './phone.ts'

/** How long a page is watched after its load event. */
const watchedMs = 2500
const bounds = [
  { route: '/login', lcpMs: 1500, againMs: 600, kB: 115 },
  { route: '/home', lcpMs: 1800, againMs: 600, kB: 160 },
]
const others =
  '/my-practices /my-pass /info /profile /scorecard /members /manage-practices /resources /verify /reset /code'.split(
    ' ',
  )
/** Pages for people who are not logged in. */
const open = ['/login', '/verify', '/reset', '/code']

export const web: Part = {
  name: 'web',
  about:
    'on a mid-range phone with 1.6 Mbps: when a page is there, the first time and again, and how much JavaScript it takes',
  club: { members: 500, practices: 40 },
  rounds: 3,
  async measure({ server, number, onEnd }) {
    const phone = await openPhone(onEnd)
    // An officer may open every page.
    const openProfile = (route: string) =>
      phone.openProfile(server, open.includes(route) ? undefined : server.members[route === '/home' ? 1 : 0])
    type Profile = Awaited<ReturnType<typeof openProfile>>

    /** JavaScript is what the page's document names, and whatever else was asked for before the largest contentful paint. */
    async function visit(profile: Profile, route: string) {
      const page = await profile.newPage()
      const session = await phone.slowDown(page)
      const scripts = new Map<string, { name: string; askedAt: number; bytes: number }>()
      let begunAt = 0
      session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
        begunAt ||= timestamp
        const { pathname: name } = new URL(request.url)
        if (name.endsWith('.js')) scripts.set(requestId, { name, askedAt: (timestamp - begunAt) * 1000, bytes: 0 })
      })
      session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        const script = scripts.get(requestId)
        if (script) script.bytes = encodedDataLength
      })
      const response = await page.goto(server.url + route, { waitUntil: 'load' })
      const html = (await response?.text()) ?? ''
      await page.waitForTimeout(watchedMs)
      const lcp = await page.evaluate(() => {
        const { promise, resolve } = Promise.withResolvers<number>()
        const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN))
        observer.observe({ type: 'largest-contentful-paint', buffered: true })
        return promise
      })
      await page.close()
      const counted = [...scripts.values()].filter(({ name, askedAt }) => html.includes(name) || askedAt <= lcp)
      const files = [...new Set(counted.map(({ name }) => join(server.checkout, 'dist/web', name)))]
      const gzip = files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0)
      return { lcp, gzip: gzip / 1000, transferred: counted.reduce((sum, { bytes }) => sum + bytes, 0) / 1000 }
    }

    const results = []
    for (const { route, lcpMs, againMs, kB } of bounds) {
      const profile = await openProfile(route)
      const { lcp, gzip, transferred } = await visit(profile, route)
      // Unhurried, until the service worker has what it keeps.
      const page = await profile.newPage()
      await page.goto(server.url + route)
      await page.evaluate(() =>
        navigator.serviceWorker.getRegistration().then((one) => one && navigator.serviceWorker.ready),
      )
      await page.waitForTimeout(watchedMs)
      await page.close()
      const again = await visit(profile, route)
      await profile.close()
      results.push(
        { name: `${route} LCP`, unit: 'ms', value: lcp, atMost: lcpMs },
        { name: `${route} LCP again`, unit: 'ms', value: again.lcp, atMost: againMs },
        { name: `${route} JavaScript, gzip`, unit: 'kB', value: gzip, atMost: kB },
        { name: `${route} JavaScript, as sent`, unit: 'kB', value: transferred },
      )
    }
    // The build decides, so once is enough.
    for (const route of number === 0 ? others : []) {
      const profile = await openProfile(route)
      const { gzip, transferred } = await visit(profile, route)
      await profile.close()
      results.push(
        { name: `${route} JavaScript, gzip`, unit: 'kB', value: gzip },
        { name: `${route} JavaScript, as sent`, unit: 'kB', value: transferred },
      )
    }
    return results
  },
}
