import { globSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir, uptime } from 'node:os'
import { join } from 'node:path'
import { aptInstall, canInstall } from '../../scripts/browsers.mjs'
import type { FaultContext } from './fault.ts'

/** Until the machine has been up this long, the server takes a clock step for its first time sync (src/server/clock.ts). */
const settledAfterS = 600

/**
 * A wall clock for a server process that can be set by whole seconds, as an administrator or a time server would do. It uses
 * libfaketime; timers aren't affected.
 */
export async function createJumpingClock(context: FaultContext) {
  const library = await libfaketime()
  if (uptime() < settledAfterS) throw new Error('the machine has only just started: try again in ten minutes')
  const folder = await mkdtemp(join(tmpdir(), 'quiver-jumps-'))
  context.onEnd(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'offset')
  let aheadMs = 0
  /** @param ms the offset from the machine's clock */
  async function set(ms: number) {
    aheadMs = ms
    const seconds = Math.round(ms / 1000)
    await writeFile(`${file}.new`, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`)
    await rename(`${file}.new`, file)
  }
  await set(0)
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    },
    set,
    now: () => Date.now() + aheadMs,
  }
}

async function libfaketime() {
  const find = () => globSync('/usr/{lib,local/lib}/{,*/}faketime/libfaketimeMT.so.1')[0]
  const found = find()
  if (found !== undefined) return found
  const trouble = canInstall() ? await aptInstall(['faketime']) : 'apt-get install faketime, as root'
  const installed = find()
  if (installed === undefined) throw new Error(`this needs libfaketime: ${trouble}`)
  return installed
}
