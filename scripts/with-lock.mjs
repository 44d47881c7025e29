// A lock that lets one process at a time set up this folder. It's a folder, prepared under another name and then renamed, which only one
// process can do. A file in it has the owner's process ID and is touched as a heartbeat, so that a lock can be taken over if its owner
// has died or has been silent for too long.
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const lockFolder = fileURLToPath(new URL('../.cache/set-up.lock', import.meta.url))
const beatMs = 1_000
const silentMs = 30_000

/** Runs `work` under the lock, unless it is `done` by the time we have it. Reports when it has to wait. */
export async function withLock({ done = () => false, work, say }) {
  fs.mkdirSync(path.dirname(lockFolder), { recursive: true })
  const mine = fs.mkdtempSync(path.join(path.dirname(lockFolder), 'set-up-'))
  const owner = JSON.stringify({ pid: process.pid, host: os.hostname(), name: path.basename(mine) })
  fs.writeFileSync(noteOf(mine), owner)
  let hasReported = false
  for (;;) {
    touch(noteOf(mine))
    if (renamed(mine, lockFolder)) break
    if (!fs.existsSync(mine)) return withLock({ done, work, say })
    const other = readOwner()
    if (other?.isGone) removeLock(other.note)
    else if (other && !hasReported) say(`Waiting for another setup of this folder (process ${other.pid}) …`)
    hasReported = hasReported || other !== undefined
    // Pause even after removing a stale lock: if the system refuses to remove it, this would be a busy loop.
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const note = noteOf(lockFolder)
  const heartbeat = setInterval(() => readNote(note) === owner && touch(note), beatMs)
  try {
    if (!(await done())) await work()
  } finally {
    clearInterval(heartbeat)
    removeLock(owner)
  }
}

function readOwner() {
  try {
    const file = noteOf(lockFolder)
    const note = fs.readFileSync(file, 'utf8')
    const { pid, host } = JSON.parse(note)
    const isSilent = Date.now() - fs.statSync(file).mtimeMs > silentMs
    return { pid, note, isGone: isSilent || (host === os.hostname() && !isAlive(pid)) }
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Removes the lock of this owner: renames it first and checks again, in case another process has taken it over since. */
function removeLock(note) {
  if (readNote(noteOf(lockFolder)) !== note) return
  const aside = `${lockFolder}.${process.pid}.${randomUUID()}`
  if (!renamed(lockFolder, aside)) return
  if (readNote(noteOf(aside)) === note || !renamed(aside, lockFolder)) {
    fs.rmSync(aside, { recursive: true, force: true })
  }
}

function renamed(from, to) {
  try {
    fs.renameSync(from, to)
    return true
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'ENOENT'].includes(error.code)) return false
    throw error
  }
}

function touch(file) {
  const now = new Date()
  try {
    fs.utimesSync(file, now, now)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function noteOf(folder) {
  return path.join(folder, 'owner')
}

function readNote(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}
