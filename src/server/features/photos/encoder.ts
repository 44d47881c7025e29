import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { isPicture, type PictureRefusal } from '#domain/photos.ts'
import type { Encoded, EncodedLogo, PictureEncoder } from '#server/context.ts'

/** Thrown when the encoding queue is full; becomes a 503 (http/errors.ts). */
export class EncoderBusy extends Error {
  readonly code = 'busy'
}

type Limits = { encodeWithinMs: number; idleMs: number; mostWaiting: number }

type Task = { kind: 'photo' | 'logo'; bytes: Uint8Array }
type Refused = { outcome: 'refused'; reason: PictureRefusal }

const usual: Limits = { encodeWithinMs: 10_000, idleMs: 20_000, mostWaiting: 16 }
const worker = join(import.meta.dirname, 'encode-worker.ts')

/**
 * Encodes photos as squares and logos as they are, one at a time, in a child process (encode-worker.ts) that starts on demand and ends when idle. A
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

  async function encodeNow<Result extends Encoded | EncodedLogo>(task: Task): Promise<Result | Refused> {
    if (stopped) throw new EncoderBusy('the server is stopping')
    clearTimeout(idle)
    child ??= start()
    const result = await answerOf<Result>(child, task)
    idle = setTimeout(leave, idleMs).unref()
    return result
  }

  function leave() {
    const last = child
    child = null
    last?.disconnect()
  }

  function answerOf<Result extends Encoded | EncodedLogo>(to: ChildProcess, task: Task) {
    return new Promise<Result | Refused>((resolve, reject) => {
      const timer = setTimeout(() => to.kill('SIGKILL'), encodeWithinMs)
      const onMessage = (answer: Result) => settle(() => resolve(answer))
      const onExit = (code: number | null, signal: string | null) =>
        settle(() => {
          log.warn({ code, signal, bytes: task.bytes.length }, 'a photo crashed its decoder')
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
      to.send(task)
    })
  }

  async function encode<Result extends Encoded | EncodedLogo>(task: Task): Promise<Result | Refused> {
    if (!isPicture(task.bytes)) return { outcome: 'refused', reason: 'not-a-picture' }
    if (oneAtATime.pendingCount >= mostWaiting) throw new EncoderBusy('too many photos in progress')
    return oneAtATime(() => encodeNow<Result>(task))
  }

  return {
    encode: (bytes) => encode<Encoded>({ kind: 'photo', bytes }),
    encodeLogo: (bytes) => encode<EncodedLogo>({ kind: 'logo', bytes }),
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
