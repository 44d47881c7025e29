import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FaultContext } from './fault.ts'

export type SmallDisk = NonNullable<Awaited<ReturnType<typeof mountDisk>>>

/** Mounts a disk of this size in memory; null if this user may not (only root may, on Linux). */
export async function mountDisk(context: Pick<FaultContext, 'onEnd'>, megabytes: number) {
  const folder = await mkdtemp(join(tmpdir(), 'quiver-disk-'))
  context.onEnd(() => rmdir(folder))
  const run = (program: string, ...words: string[]) => spawnSync(program, words).status === 0
  if (process.platform !== 'linux' || !run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder))
    return null
  context.onEnd(() => run('umount', '-l', folder))
  const ballast = join(folder, 'ballast')
  const piece = Buffer.alloc(4096, 1)
  return {
    folder,
    /** Fills it completely. @returns how many bytes that took */
    fill() {
      const file = openSync(ballast, 'a')
      try {
        for (let bytes = 0; ; bytes += piece.length) if (!isRoomFor(file, piece)) return bytes
      } finally {
        closeSync(file)
      }
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    /** @throws while a file is open for writing */
    setReadOnly(on: boolean) {
      if (!run('mount', '-o', `remount,${on ? 'ro' : 'rw'}`, folder))
        throw new Error('the disk could not be mounted anew')
    },
  }
}

function isRoomFor(file: number, piece: Buffer) {
  try {
    writeSync(file, piece)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
    throw error
  }
}
