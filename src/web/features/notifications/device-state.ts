/** Whether this browser can show notifications, and does. */
export type DeviceState = 'unsupported' | 'needs-home-screen' | 'blocked' | 'off' | 'on'

export type DeviceFacts = {
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
