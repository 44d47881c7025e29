import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createDownloadsInProgress } from './downloads.ts'

function aResponse() {
  const response = new EventEmitter() as EventEmitter & { destroyed: boolean; destroy(): void }
  response.destroyed = false
  response.destroy = () => {
    response.destroyed = true
    response.emit('close')
  }
  return response as unknown as ServerResponse
}

test('a new download ends the last one with its key, and no other', () => {
  const begin = createDownloadsInProgress()
  const [first, second, other] = [aResponse(), aResponse(), aResponse()]
  begin('ana members', first)
  begin('ben members', other)
  begin('ana members', second)
  expect([first.destroyed, second.destroyed, other.destroyed]).toEqual([true, false, false])
})

test('a download that was sent, or whose client left before it began, is forgotten', () => {
  const begin = createDownloadsInProgress()
  const [sent, gone, last] = [aResponse(), aResponse(), aResponse()]
  begin('ana', sent)
  sent.emit('close')
  gone.destroy()
  begin('ana', gone)
  begin('ana', last)
  expect([sent.destroyed, last.destroyed]).toEqual([false, false])
})
