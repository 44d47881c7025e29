import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { isPicture } from '#domain/photos.ts'
import type { Encoded, PictureEncoder } from '#server/context.ts'

/** Thrown when the encoding queue is full; becomes a 503 (http/errors.ts). */
export class EncoderBusy extends Error {
  readonly code = 'busy'
}

type Limits = { encodeWithinMs: number; idleMs: number; mostWaiting: number }

const usual: Limits = { encodeWithinMs: 10_000, idleMs: 20_000, mostWaiting: 16 }
const worker = join(import.meta.dirname, 'encode-worker.ts')

/**
 * Encodes pictures as squares, one at a time, in a child process (encode-worker.ts) that starts on demand and ends when idle. A
 * picture that times out or crashes the process counts as unreadable.
 */
export function createPictureEncoder(log: Logger, limits: Partial<Limits> = {}): PictureEncoder {
  const { encodeWithinMs, idleMs, mostWaiting } = { ...usual, ...limits }
  const oneAtATime = pLimit(1)
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let stopped = false

  function start() {
    const started = fork(worker, {
      // Without our environment, so no secrets and no database URL.
      env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2' },
      execArgv: ['--max-old-space-size=64', '--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const forget = () => {
      if (child === started) child = null
    }
    started.on('exit', forget).on('disconnect', forget).on('error', forget)
    return started
  }

  async function encodeNow(bytes: Uint8Array): Promise<Encoded> {
    if (stopped) throw new EncoderBusy('the server is stopping')
    clearTimeout(idle)
    child ??= start()
    const result = await answerOf(child, bytes)
    idle = setTimeout(leave, idleMs).unref()
    return result
  }

  function leave() {
    const last = child
    child = null
    last?.disconnect()
  }

  function answerOf(to: ChildProcess, bytes: Uint8Array) {
    return new Promise<Encoded>((resolve, reject) => {
      const timer = setTimeout(() => to.kill('SIGKILL'), encodeWithinMs)
      const onMessage = (answer: Encoded) => settle(() => resolve(answer))
      const onExit = (code: number | null, signal: string | null) =>
        settle(() => {
          log.warn({ code, signal, bytes: bytes.length }, 'a photo crashed its decoder')
          if (stopped) reject(new EncoderBusy('the server is stopping'))
          else resolve({ outcome: 'refused', reason: 'unreadable' })
        })
      const onError = (error: Error) => settle(() => reject(error))
      function settle(end: () => void) {
        clearTimeout(timer)
        to.off('message', onMessage).off('exit', onExit).off('error', onError)
        end()
      }
      to.once('message', onMessage).once('exit', onExit).once('error', onError)
      to.send(bytes)
    })
  }

  return {
    async encode(bytes) {
      if (!isPicture(bytes)) return { outcome: 'refused', reason: 'not-a-picture' }
      if (oneAtATime.pendingCount >= mostWaiting) throw new EncoderBusy('too many photos in progress')
      return oneAtATime(() => encodeNow(bytes))
    },
    async stop() {
      stopped = true
      clearTimeout(idle)
      const last = child
      if (last === null) return
      const gone = new Promise((resolve) => last.once('exit', resolve))
      last.kill('SIGKILL')
      await gone
    },
  }
}
