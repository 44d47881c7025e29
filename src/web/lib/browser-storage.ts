/**
 * `localStorage` and `sessionStorage` of browsers that may refuse them: with cookies blocked, even their names throw,
 * and a full one refuses to store. What can't be stored lasts until the page is left.
 */
export const deviceStorage = createStorage(() => localStorage)

/** For this tab only. */
export const tabStorage = createStorage(() => sessionStorage)

export type BrowserStorage = ReturnType<typeof createStorage>

function createStorage(open: () => Storage) {
  const inMemory = new Map<string, string>()

  function attempt<Result>(act: (storage: Storage) => Result, otherwise: Result) {
    try {
      return act(open())
    } catch {
      return otherwise
    }
  }

  return {
    read: (key: string) => inMemory.get(key) ?? attempt((storage) => storage.getItem(key), null),

    /** @param text null removes it @returns whether it outlasts the page */
    write(key: string, text: string | null) {
      inMemory.delete(key)
      const isStored = attempt((storage) => {
        if (text === null) storage.removeItem(key)
        else storage.setItem(key, text)
        return true
      }, false)
      if (!isStored && text !== null) inMemory.set(key, text)
      return isStored
    },

    isStored: (key: string) => !inMemory.has(key),

    keys: () => [...new Set([...attempt((storage) => Object.keys(storage), []), ...inMemory.keys()])],
  }
}

/** Messages to the other tabs; null where the browser has or allows none, as with cookies blocked in Firefox. */
export function openChannel(name: string) {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}
