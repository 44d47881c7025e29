type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }

/** After this long the next batch starts anyway, so that one that hangs, as on a dead connection, doesn't hold up everything. */
const waitsForMs = 100

/**
 * Groups calls that arrive while an earlier group is being handled, so that each group costs one query or one commit. A call that finds
 * nothing running is handled right away, unless others came just before it: in a rush, a group waits a moment until it is as large as
 * the last one and those that came during it, because fewer and larger groups cost less.
 * @param handle returns one result per item, in the same order; if it throws, all calls of the batch fail
 * @param lingersForMs the longest such wait: about as long as a client takes from one result to its next call
 * @param mostTogether the default is the longest list of a cached query (db/compiled-query.ts)
 */
export function createBatches<Item, Result>(
  handle: (items: Item[]) => Promise<Result[]>,
  { lingersForMs, mostTogether = 40 }: { lingersForMs: number; mostTogether?: number },
) {
  const queue: Waiting<Item, Result>[] = []
  let isRunning = false
  let expected = 1
  let isFull: (() => void) | null = null

  async function run() {
    while (queue.length > 0) {
      if (queue.length < expected) {
        await within(lingersForMs, (resolve) => {
          isFull = resolve
        })
        isFull = null
      }
      const batch = queue.splice(0, mostTogether)
      await within(waitsForMs, (resolve) => void settle(batch).then(resolve))
    }
    isRunning = false
  }

  async function settle(batch: Waiting<Item, Result>[]) {
    try {
      const results = await handle(batch.map(({ item }) => item))
      expected = Math.min(batch.length + queue.length, mostTogether)
      batch.forEach(({ resolve }, index) => void resolve(results[index] as Result))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (item: Item) =>
    new Promise<Result>((resolve, reject) => {
      queue.push({ item, resolve, reject })
      if (queue.length >= expected) isFull?.()
      if (isRunning) return
      isRunning = true
      // Requests of one turn of the event loop belong together.
      setImmediate(run)
    })
}

/** Waits for an event, but no longer than this. */
async function within(ms: number, begin: (resolve: () => void) => void) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  begin(resolve)
  await promise
  clearTimeout(timer)
}
