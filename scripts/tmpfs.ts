import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const memory = '/dev/shm'
/** All tests together use 1 GiB at most; the machine needs the rest. */
const wantedBytes = 6 * 2 ** 30

/**
 * Returns a new folder in memory for temporary test data, if the machine has room for one: a disk shared with others is slow. Tests of
 * power cuts don't rely on a real disk (docs/decisions/0027-tests.md).
 */
export function makeMemoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize < wantedBytes || freemem() < wantedBytes) return undefined
    const folder = mkdtempSync(`${memory}/quiver-tests-`)
    // PostgreSQL runs as another user when the tests run as root.
    chmodSync(folder, 0o711)
    return folder
  } catch {
    return undefined
  }
}
