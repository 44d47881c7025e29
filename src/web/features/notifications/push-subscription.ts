import { installWay } from '#web/features/install/install-way.ts'
import { api } from '#web/lib/api.ts'
import { deviceStorage } from '#web/lib/browser-storage.ts'
import { sessionEpoch } from '#web/lib/tab-sync.ts'

/**
 * Web Push on this device: the browser subscribes at its vendor's push service with the club's key (VAPID), and the
 * server stores the endpoint. No one is asked for permission before turning it on.
 */

/** Timeout for the service worker, which never gets ready if the device's storage is full or disabled. */
const workerTimeoutMs = 10_000

/** Only the production build has a service worker. */
function isAble() {
  return import.meta.env.PROD && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/**
 * Reads the state of push on this device.
 * @param known endpoints the server has for this member
 * @returns the state, and this browser's endpoint, if it is subscribed with the club's key
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

/** Why notifications can't be turned on. */
export class NotReadyError extends Error {
  override name = 'NotReadyError'
  readonly why: 'not-allowed' | 'not-reached'
  constructor(why: 'not-allowed' | 'not-reached') {
    super(why)
    this.why = why
  }
}

/** Subscribes; asks for permission, so call it only on a user gesture. @throws NotReadyError */
export async function register(serverKey: string, userId: string) {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotReadyError('not-allowed')
  try {
    // A subscription of the device's previous user must not pass to this one.
    if (readStoredDevice()?.userId !== userId) await unregister()
    return asInput(await subscribe(serverKey))
  } catch {
    throw new NotReadyError('not-reached')
  }
}

export function noteDevice(userId: string, endpoint: string) {
  storeDevice({ userId, endpoint, epoch: sessionEpoch() })
}

/** Unsubscribes. The push service then responds 410, and the server deletes the endpoint. */
export async function unregister() {
  storeDevice(null)
  if (!isAble()) return
  const subscription = await findSubscription().catch(() => null)
  await subscription?.unsubscribe().catch(() => {})
}

/**
 * Registers the endpoint again after each sign-in, and after the browser has changed it. If a different member signs in
 * on this device, unsubscribes instead, so they don't get the other member's notifications. Never rejects: the next
 * page load tries again.
 */
export async function renewDevice(userId: string) {
  const kept = readStoredDevice()
  if (kept === null || !isAble()) return
  if (kept.userId !== userId || Notification.permission !== 'granted') return unregister()
  try {
    const now = await findSubscription()
    if (kept.epoch === sessionEpoch() && now?.endpoint === kept.endpoint) return
    const { serverKey, devices } = await api.pushDevices.get()
    // Turned off from another device: only the user can turn it on again.
    if (now?.endpoint === kept.endpoint && !devices.some(({ endpoint }) => endpoint === kept.endpoint))
      return unregister()
    const input = asInput(await subscribe(serverKey))
    await api.pushDevices.add(input)
    noteDevice(userId, input.endpoint)
  } catch {
    // Offline, or the push service can't be reached.
  }
}

async function findSubscription() {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Reuses the current subscription if it is for the club's key. */
async function subscribe(serverKey: string) {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no worker')), workerTimeoutMs))
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
 * The member whose notifications this browser shows. The value contains the user id, so a deliberate sign-out clears it
 * along with other personal data (lib/personal-storage.ts).
 */
type StoredDevice = {
  userId: string
  endpoint: string
  /** Sign-in at the time of the last registration with the server (lib/tab-sync.ts). */
  epoch: string | null
}

const key = 'quiver:push'

function readStoredDevice(): StoredDevice | null {
  try {
    return JSON.parse(deviceStorage.read(key) ?? 'null')
  } catch {
    return null
  }
}

function storeDevice(kept: StoredDevice | null) {
  // If it isn't stored, the server still has the endpoint, and deletes it with the session.
  deviceStorage.write(key, kept === null ? null : JSON.stringify(kept))
}

/** Whether this browser can show notifications, and does. */
export type DeviceState = 'unsupported' | 'needs-home-screen' | 'blocked' | 'off' | 'on'

type DeviceStateInput = {
  /** Service worker, push and notifications are all supported. */
  able: boolean
  /** Safari tab on an iPhone or iPad: push is supported once the app is on the home screen. */
  appleTab: boolean
  permission: NotificationPermission
  /** The browser is subscribed with the club's key, and the server has its endpoint. */
  registered: boolean
}

export function deviceState({ able, appleTab, permission, registered }: DeviceStateInput): DeviceState {
  if (!able) return appleTab ? 'needs-home-screen' : 'unsupported'
  if (permission === 'denied') return 'blocked'
  return registered && permission === 'granted' ? 'on' : 'off'
}
