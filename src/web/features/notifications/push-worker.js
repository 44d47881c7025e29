/*
 * Appended to the service worker by the build (vite.config.ts): shows notifications from the server
 * (src/server/features/notifications/push-sender.ts), also while no page of the app is open, and opens their page.
 * Plain JavaScript without imports, because it isn't part of the app's bundle.
 */
self.addEventListener('push', (event) => {
  const { title, body, tag, path } = event.data?.json() ?? {}
  if (typeof title !== 'string') return
  const looks = { icon: '/icons/any-192.png', badge: '/icons/monochrome-512.png' }
  // A newer notification about the same practice replaces the older one and alerts again.
  event.waitUntil(self.registration.showNotification(title, { body, tag, renotify: true, data: { path }, ...looks }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  // Only same-origin pages, whatever the message says.
  const url = new URL(event.notification.data?.path ?? '/home', self.location.origin)
  if (url.origin !== self.location.origin) return
  event.waitUntil(openPage(url.href))
})

/** Focuses a tab that already shows the page, else opens a new window: other tabs may hold unsaved text. */
async function openPage(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find((window) => window.url === url)
  if (there) return there.focus()
  // If no window may be opened, navigates an open one.
  return self.clients.openWindow(url).catch(() => windows[0]?.navigate(url))
}
