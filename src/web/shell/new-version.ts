import { messages } from '#domain/text/messages.ts'
import { toast } from '#web/lib/toast.ts'

let offered: string | null = null

/**
 * Offers to load the page anew when the server has another build than this page; never by itself, so that nothing is
 * interrupted. Each build is offered once, when it lies on the device.
 * @param entry the script with which the server's pages begin
 * @param calm resolves when nobody is in the middle of something
 */
export async function offerNewVersion(entry: string, calm: () => Promise<unknown>) {
  // The development server has no built files.
  if (!import.meta.env.PROD || entry === document.documentElement.dataset.build || entry === offered) return
  offered = entry
  await bringNewVersion()
  const worker = workerOfPage()
  await calm()
  const onClick = () => void takeNewVersion(worker)
  toast({ text: messages.newVersion, stays: true, action: { label: 'Reload', onClick } })
}

/** Once a page is enough, whoever signs in. */
let asked = false

/** Keeps the app on the device, from where it opens without a connection (vite.config.ts). */
export async function keepOnDevice() {
  if (asked || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
  asked = true
  // Switched off, or the device is full: then the app opens as web pages do.
  await navigator.serviceWorker.register(workerUrl()).catch(() => {})
}

/** The content security policy lets this one script be named, by this one policy of Trusted Types. */
function workerUrl(): string {
  const url = '/sw.js'
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  // TypeScript's own `register` takes a text only; browsers without Trusted Types do, too.
  return trustedTypes
    ? (trustedTypes.createPolicy('quiver-sw', { createScriptURL: () => url }).createScriptURL(url) as string)
    : url
}

type TrustedTypes = {
  createPolicy(name: string, rules: object): { createScriptURL(url: string): unknown }
}

async function registration() {
  if (!('serviceWorker' in navigator)) return undefined
  return navigator.serviceWorker.getRegistration().catch(() => undefined)
}

async function bringNewVersion() {
  const kept = await registration()
  await kept?.update().catch(() => {})
  const coming = kept?.installing
  if (!coming) return
  await new Promise<void>((resolve) => {
    const look = () => coming.state !== 'installing' && resolve()
    coming.addEventListener('statechange', look)
    look()
  })
}

/** What answers for this page, where it came from the device. */
function workerOfPage() {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null
}

/**
 * Other tabs go on with what they have; whoever pressed has the new version.
 * @param worker what answered for this page when the version was offered
 */
async function takeNewVersion(worker: ServiceWorker | null) {
  const kept = await registration()
  const waiting = kept?.waiting
  if (!waiting) {
    // Another tab may have taken it for all of them; or it could not be kept on the device, and the old worker would answer for ever.
    const isStuck = kept && !kept.installing && worker !== null && worker === workerOfPage()
    return isStuck ? reloadFromServer(kept) : location.reload()
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  // A browser may keep it waiting for as long as the old one is busy; nobody waits with it.
  setTimeout(() => void reloadFromServer(kept), takeoverMs)
  waiting.postMessage({ type: 'SKIP_WAITING' })
}

const takeoverMs = 4000

/** Past the device; the page that comes puts the new version there. */
async function reloadFromServer(kept: ServiceWorkerRegistration) {
  if (await doesServerAnswer()) await kept.unregister().catch(() => {})
  location.reload()
}

/** Whether this page would come from the server, too. */
async function doesServerAnswer() {
  const answer = await fetch(location.pathname, { signal: AbortSignal.timeout(3000) }).catch(() => null)
  return answer?.ok === true
}
