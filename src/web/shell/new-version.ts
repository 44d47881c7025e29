import { messages } from '#domain/text/public-messages.ts'
import { toast } from '#web/lib/toast.ts'

let offered: string | null = null

/**
 * Offers a reload when the server has another build than this page; never reloads automatically, so that no one is
 * interrupted. Each build is offered once, after it has been downloaded.
 * @param entry the entry script of the server's pages, which identifies the build
 * @param calm resolves when the person isn't in the middle of something
 */
export async function offerNewVersion(entry: string, calm: () => Promise<unknown>) {
  // The development server has no built files.
  if (!import.meta.env.PROD || entry === document.documentElement.dataset.build || entry === offered) return
  offered = entry
  await downloadNewVersion()
  const worker = workerOfPage()
  await calm()
  const onClick = () => void activateNewVersion(worker)
  toast({ text: messages.newVersion, stays: true, action: { label: 'Reload', onClick } })
}

/** Once per page, regardless of who logs in. */
let isRequested = false

/** Stores the app on the device, so that it opens offline (vite.config.ts). */
export async function installServiceWorker() {
  if (isRequested || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
  isRequested = true
  // Service workers are switched off, or the device is full: then the app opens like any web page.
  await navigator.serviceWorker.register(workerUrl()).catch(() => {})
}

/** The content security policy allows this one script URL, through this one Trusted Types policy. */
function workerUrl(): string {
  const url = '/sw.js'
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  // The types of `register` accept only a string, as do browsers without Trusted Types.
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

async function downloadNewVersion() {
  const registered = await registration()
  await registered?.update().catch(() => {})
  const coming = registered?.installing
  if (!coming) return
  await new Promise<void>((resolve) => {
    const look = () => coming.state !== 'installing' && resolve()
    coming.addEventListener('statechange', look)
    look()
  })
}

/** The service worker that served this page, or null if the server did. */
function workerOfPage() {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null
}

/**
 * Activates the new version for the person who asked for it; other tabs keep theirs.
 * @param worker the service worker that served this page when the version was offered
 */
async function activateNewVersion(worker: ServiceWorker | null) {
  const registered = await registration()
  const waiting = registered?.waiting
  if (!waiting) {
    // Either another tab has activated it for all tabs, or it could not be stored on the device, and the old worker
    // would serve this page forever.
    const isStuck = registered && !registered.installing && worker !== null && worker === workerOfPage()
    return isStuck ? reloadFromServer(registered) : location.reload()
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  // A browser may delay the activation as long as the old worker is busy; the person should not have to wait.
  setTimeout(() => void reloadFromServer(registered), takeoverMs)
  waiting.postMessage({ type: 'SKIP_WAITING' })
}

const takeoverMs = 4000

/** Bypasses the service worker; the page from the server installs the new version. */
async function reloadFromServer(registered: ServiceWorkerRegistration) {
  if (await isServerReachable()) await registered.unregister().catch(() => {})
  location.reload()
}

/** Whether the server can serve this page. */
async function isServerReachable() {
  const response = await fetch(location.pathname, { signal: AbortSignal.timeout(3000) }).catch(() => null)
  return response?.ok === true
}
