type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }

/** After this long the next batch starts anyway, so that one that hangs, as on a dead connection, doesn't hold up everything. */
const waitsForMs = 100

/**
 * Groups calls that arrive while an earlier group is being handled, so that each group costs one query or one commit. A call that finds
 * nothing running is handled right away.
 * @param handle returns one result per item, in the same order; if it throws, all calls of the batch fail
 */
export function createBatches<Item, Result>(handle: (items: Item[]) => Promise<Result[]>, mostTogether = 40) {
  const queue: Waiting<Item, Result>[] = []
  let isRunning = false

  async function run() {
    while (queue.length > 0) {
      const hung = Promise.withResolvers<void>()
      const timer = setTimeout(hung.resolve, waitsForMs)
      await Promise.race([settle(queue.splice(0, mostTogether)), hung.promise])
      clearTimeout(timer)
    }
    isRunning = false
  }

  async function settle(batch: Waiting<Item, Result>[]) {
    try {
      const results = await handle(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => void resolve(results[index] as Result))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (item: Item) =>
    new Promise<Result>((resolve, reject) => {
      queue.push({ item, resolve, reject })
      if (isRunning) return
      isRunning = true
      // Requests of one turn of the event loop belong together.
      setImmediate(run)
    })
}
