/**
 * One stream for all windows of a browser. It opens no more than six connections to a host at a time, over all windows, where the
 * host speaks HTTP/1.1: with a stream in each, the seventh window would wait for its first answer for ever (T85). Whichever
 * window holds the lock has the stream and tells the others; when it goes, the next in the queue has one. One that is asleep with
 * the lock in its hands, as phones put windows to sleep, loses it to the first that misses it.
 */
import { type LiveStream, openStream, type Word } from './live-stream.ts'

export type LiveLine = Pick<LiveStream, 'renew' | 'hurry' | 'close'>

/** Said by a window that is new, or has heard nothing for long: is there a stream, and what are its versions? */
type Question = { kind: 'ask' }

const answerWithinMs = 2000

/** @param userId windows of somebody else, who has signed in meanwhile, share nothing with this one */
export function openLine(userId: string, hear: (word: Word) => void): LiveLine {
  const canShare = 'locks' in navigator && 'BroadcastChannel' in window
  return canShare ? shareStream(`quiver-live ${userId}`, hear) : openStream(hear)
}

function shareStream(name: string, hear: (word: Word) => void): LiveLine {
  const others = new BroadcastChannel(name)
  const say = (word: Word | Question) => others.postMessage(word)
  let stream: LiveStream | null = null
  let turn = new AbortController()
  let patience: ReturnType<typeof setTimeout> | undefined
  /** What a new window has to know; null while the stream is not up. */
  let versions: Map<string, number> | null = null
  let build: Word | null = null

  function tell(word: Word) {
    if (word.kind === 'versions') versions = new Map(word.versions)
    else if (word.kind === 'change') versions?.set(word.topic, word.version)
    else if (word.kind === 'build') build = word
    else if (word.kind !== 'beat') versions = null
    say(word)
    hear(word)
  }

  function answer() {
    say(versions === null ? { kind: 'beat' } : { kind: 'versions', versions: [...versions] })
    if (build !== null) say(build)
  }

  function leave() {
    clearTimeout(patience)
    turn.abort()
    stream?.close()
    stream = null
    versions = null
  }

  /** Waits for the lock, or takes it from who has it, and has the stream until it leaves or the lock is taken from it. */
  function enter(how: 'queue' | 'steal') {
    leave()
    const mine = new AbortController()
    turn = mine
    const hold = () =>
      new Promise<void>((resolve) => {
        if (mine.signal.aborted) return resolve()
        mine.signal.addEventListener('abort', () => resolve())
        clearTimeout(patience)
        say({ kind: 'beat' })
        stream = openStream(tell)
      })
    navigator.locks.request(name, how === 'steal' ? { steal: true } : { signal: mine.signal }, hold).catch(() => {
      if (!mine.signal.aborted) follow()
    })
  }

  function follow() {
    enter('queue')
    say({ kind: 'ask' })
    patience = setTimeout(() => enter('steal'), answerWithinMs)
  }

  others.addEventListener('message', ({ data }: MessageEvent<Word | Question>) => {
    if (data.kind === 'ask') {
      if (stream !== null) answer()
    } else if (stream === null) {
      clearTimeout(patience)
      hear(data)
    }
  })
  follow()
  return {
    renew: () => (stream === null ? follow() : stream.renew()),
    hurry: () => stream?.hurry(),
    close() {
      leave()
      others.close()
    },
  }
}
