import { installWay } from '#web/features/install/install-way.ts'
import { api } from '#web/lib/api.ts'
import { sessionEpoch } from '#web/lib/tab-sync.ts'

/**
 * This browser as a device that shows notifications: the browser registers at its maker's push service for the club's key, and the
 * server is told where. Whoever has not switched it on is asked nothing.
 */

/** Nobody waits longer for a worker that does not come: the device is full, or keeps none. */
const workerWithinMs = 10_000

/** Only what is built has a service worker. */
function isAble() {
  return import.meta.env.PROD && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/**
 * @param known where the server sends this member's notifications
 * @returns and where this browser is registered, if it is
 */
export async function readDevice(serverKey: string, known: { endpoint: string }[]) {
  const able = isAble()
  const subscription = able ? await findSubscription() : null
  const endpoint = subscription !== null && isFor(subscription, serverKey) ? subscription.endpoint : null
  const state = deviceState({
    able,
    appleTab: installWay() === 'by-hand',
    permission: able ? Notification.permission : 'default',
    registered: known.some((device) => device.endpoint === endpoint),
  })
  return { state, endpoint }
}

/** What stands in the way of notifications, as a person can understand it. */
export class NotReadyError extends Error {
  override name = 'NotReadyError'
  readonly why: 'not-allowed' | 'not-reached'
  constructor(why: 'not-allowed' | 'not-reached') {
    super(why)
    this.why = why
  }
}

/** Asks for the permission, so on somebody's press alone. @throws NotReadyError */
export async function register(serverKey: string, userId: string) {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotReadyError('not-allowed')
  try {
    // What the browser has registered for somebody before goes on to nobody.
    if (readStoredDevice()?.userId !== userId) await unregister()
    return asInput(await subscribe(serverKey))
  } catch {
    throw new NotReadyError('not-reached')
  }
}

export function noteDevice(userId: string, endpoint: string) {
  storeDevice({ userId, endpoint, epoch: sessionEpoch() })
}

/** The browser gives its registration up; what is still sent there is answered with 410, by which the server forgets it. */
export async function unregister() {
  storeDevice(null)
  if (!isAble()) return
  const subscription = await findSubscription().catch(() => null)
  await subscription?.unsubscribe().catch(() => {})
}

/**
 * After each sign-in the server hears again whose device this is, and after a change on the browser's side where it is now. Who
 * signs in after somebody else on the same device does not get that one's notifications. Never rejects: the next page tries again.
 */
export async function renewDevice(userId: string) {
  const kept = readStoredDevice()
  if (kept === null || !isAble()) return
  if (kept.userId !== userId || Notification.permission !== 'granted') return unregister()
  try {
    const now = await findSubscription()
    if (kept.epoch === sessionEpoch() && now?.endpoint === kept.endpoint) return
    const { serverKey, devices } = await api.pushDevices.get()
    // Switched off from another device, it comes back by a press alone.
    if (now?.endpoint === kept.endpoint && !devices.some(({ endpoint }) => endpoint === kept.endpoint))
      return unregister()
    const input = asInput(await subscribe(serverKey))
    await api.pushDevices.add(input)
    noteDevice(userId, input.endpoint)
  } catch {
    // Without a connection, or without its push service.
  }
}

async function findSubscription() {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** The one there is, if it is for this key of the club's. */
async function subscribe(serverKey: string) {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no worker')), workerWithinMs))
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, late])
  const before = await pushManager.getSubscription()
  if (before && isFor(before, serverKey)) return before
  await before?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: fromBase64Url(serverKey) })
}

function asInput(subscription: PushSubscription) {
  const { endpoint, keys } = subscription.toJSON()
  if (endpoint === undefined || !keys?.p256dh || !keys.auth) throw new Error('a subscription without its keys')
  return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
}

function isFor({ options }: PushSubscription, serverKey: string) {
  const key = options.applicationServerKey
  if (key === null) return false
  const wanted = fromBase64Url(serverKey)
  const bytes = new Uint8Array(key)
  return bytes.length === wanted.length && bytes.every((byte, i) => byte === wanted[i])
}

function fromBase64Url(text: string) {
  return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0))
}

/**
 * Whose notifications this browser shows. It names its person within, so a deliberate sign-out clears it like everything of theirs
 * (lib/personal-storage.ts).
 */
type StoredDevice = {
  userId: string
  endpoint: string
  /** The sign-in under which the server heard of it last (lib/tab-sync.ts). */
  epoch: string | null
}

const key = 'quiver:push'

function readStoredDevice(): StoredDevice | null {
  try {
    const text = localStorage.getItem(key)
    return text === null ? null : (JSON.parse(text) as StoredDevice)
  } catch {
    return null
  }
}

function storeDevice(kept: StoredDevice | null) {
  try {
    if (kept === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Storage is switched off: the server still knows, and forgets with the session.
  }
}

/** Whether this browser can show notifications, and does. */
export type DeviceState = 'unsupported' | 'needs-home-screen' | 'blocked' | 'off' | 'on'

type DeviceFacts = {
  /** Service worker, push and notifications are all there. */
  able: boolean
  /** Safari on an iPhone or iPad that shows the app as a page: there it is able once it is on the home screen. */
  appleTab: boolean
  permission: NotificationPermission
  /** The browser is registered for the club's key, and the server sends to where it is. */
  registered: boolean
}

export function deviceState({ able, appleTab, permission, registered }: DeviceFacts): DeviceState {
  if (!able) return appleTab ? 'needs-home-screen' : 'unsupported'
  if (permission === 'denied') return 'blocked'
  return registered && permission === 'granted' ? 'on' : 'off'
}
