import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

// V8 doubles its room for young objects, up to 64 MB, whenever many of them have grown old, and never gives it back. With a quarter of
// that, what a request makes is gone before it counts as old, and nothing was found to be slower (docs/decisions/0057-memory.md).
// From what stays in the first seconds it also learns to make objects of a kind old from birth. Of those of a request, each then
// keeps the next ones alive, and every clean-up carries all of them along.

const enoughBytes = 16_000_000

/** Nearly all that a start makes stays, which says nothing of what the work will need: no more room until it has begun. */
export async function inLittleRoom<Result>(start: () => Promise<Result>) {
  mayGrow(false)
  setFlagsFromString('--no-allocation-site-pretenuring')
  try {
    return await start()
  } finally {
    mayGrow(true)
    growUntilEnough()
  }
}

function growUntilEnough() {
  const observer = new PerformanceObserver(() => {
    if (youngBytes() < enoughBytes) return
    mayGrow(false)
    observer.disconnect()
  })
  observer.observe({ entryTypes: ['gc'] })
}

function youngBytes() {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0
}

/** By doubling, as V8 has it, or by nothing. */
function mayGrow(may: boolean) {
  setFlagsFromString(`--semi-space-growth-factor=${may ? 2 : 1}`)
}
