import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const memory = '/dev/shm'
/** All tests together hold 1 GiB at the most; the machine needs the rest for itself. */
const wantedBytes = 6 * 2 ** 30

/**
 * A new folder in memory for what tests write and throw away, where the machine has room for one: a disk that is shared with
 * others keeps them waiting. What they say of a power cut they show by other means than a real disk (docs/decisions/0033).
 */
export function makeMemoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize < wantedBytes || freemem() < wantedBytes) return undefined
    const folder = mkdtempSync(`${memory}/quiver-tests-`)
    // PostgreSQL runs as somebody else when the tests run as root.
    chmodSync(folder, 0o711)
    return folder
  } catch {
    return undefined
  }
}
