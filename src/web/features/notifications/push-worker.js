/*
 * Appended to the service worker by the build (vite.config.ts): shows what the server sends (src/server/features/notifications/push-sender.ts), also while
 * no page of the app is open, and leads to its page. Plain JavaScript, because it is no part of the app and imports nothing.
 */
self.addEventListener('push', (event) => {
  const { title, body, tag, path } = event.data?.json() ?? {}
  if (typeof title !== 'string') return
  const looks = { icon: '/icons/any-192.png', badge: '/icons/monochrome-512.png' }
  // One about the same practice takes the place of the one before, and is heard again.
  event.waitUntil(self.registration.showNotification(title, { body, tag, renotify: true, data: { path }, ...looks }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  // Nothing but a page of our own, whatever the message says.
  const url = new URL(event.notification.data?.path ?? '/home', self.location.origin)
  if (url.origin !== self.location.origin) return
  event.waitUntil(openPage(url.href))
})

/** Where the page is open already, and else in a new window: in another page, somebody may be writing. */
async function openPage(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find((window) => window.url === url)
  if (there) return there.focus()
  // Where no window may be opened, one that is open is led there.
  return self.clients.openWindow(url).catch(() => windows[0]?.navigate(url))
}
