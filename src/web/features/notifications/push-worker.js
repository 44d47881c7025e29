/*
 * Appended to the service worker by the build (vite.config.ts): shows notifications from the server
 * (src/server/features/notifications/push-sender.ts), also while no page of the app is open, and opens their page.
 * Plain JavaScript without imports, because it isn't part of the app's bundle.
 */
const looks = { icon: '/icons/any-192.png', badge: '/icons/monochrome-512.png' }

self.addEventListener('push', (event) => {
  const { title, body, tag, path, replies = [] } = event.data?.json() ?? {}
  if (typeof title !== 'string') return
  // Browsers without buttons ignore them.
  const actions = replies.map(({ reply, label }) => ({ action: reply, title: label }))
  // A newer notification about the same practice replaces the older one and alerts again.
  const options = { body, tag, renotify: true, data: { path, replies, title }, actions, ...looks }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path = '/home', replies = [] } = event.notification.data ?? {}
  const chosen = replies.find(({ reply }) => reply === event.action)
  event.waitUntil(chosen ? reply(chosen, event.notification) : openOwn(path))
})

/** Replies with the link's own token, because a login may have ended; if that fails, the link's page says why. */
async function reply({ reply, path, said, waits }, { tag, data }) {
  const token = path.split('/')[2]
  try {
    const response = await fetch('/rpc/replyLinks/answer', {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ json: { token, answer: reply } }),
    })
    if (!response.ok) return openOwn(path)
    const { json } = await response.json()
    const body = json.myPosition === null ? said : waits
    await self.registration.showNotification(data.title, { body, tag, data: { path: data.path }, ...looks })
  } catch {
    await openOwn(path)
  }
}

/** Opens only pages of this app, even if a message names another. */
function openOwn(path) {
  const url = new URL(path, self.location.origin)
  if (url.origin === self.location.origin) return openPage(url.href)
}

/** Focuses a tab that already shows the page, else opens a new window: other tabs may hold unsaved text. */
async function openPage(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find((window) => window.url === url)
  if (there) return there.focus()
  // If no window may be opened, navigates an open one.
  return self.clients.openWindow(url).catch(() => windows[0]?.navigate(url))
}
