let asked = false

/**
 * Asks the browser, once per visit, not to clear this site's storage when it wants the space. Only called with arrows on the
 * device that the server doesn't have: before that nothing would be lost, and some browsers show the question to the person.
 */
export function persistStorage() {
  if (asked) return
  asked = true
  void ask().catch(() => {})
}

async function ask() {
  // Missing in old browsers and on pages without https.
  const storage: Partial<StorageManager> | undefined = navigator.storage
  if (await storage?.persisted?.()) return
  await storage?.persist?.()
}
