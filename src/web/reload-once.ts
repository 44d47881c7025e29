/**
 * After a deploy an open page may ask for a file of the old build, which is gone. Then the page is loaded anew, which
 * brings the new build; once a minute at most, so that a file that is missing for good shows as an error instead.
 */
export function reloadForNewChunks() {
  window.addEventListener('vite:preloadError', (event) => {
    const lastAt = Number(sessionStorage.getItem(key) ?? 0)
    if (Date.now() - lastAt < 60_000) return
    sessionStorage.setItem(key, String(Date.now()))
    event.preventDefault()
    location.reload()
  })
}

const key = 'quiver-reloaded-at'
