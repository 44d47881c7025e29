import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Club, Person } from '#contract/session.ts'
import { ApiError } from './request.ts'
import { overrideSession, readSession, requestSession, type SessionResponse } from './session-store.ts'

const club = { name: 'Archery Club' } as Club
const nobody: SessionResponse = { club, person: null }
const ana: SessionResponse = { club, person: { userId: 'ana' } as Person }

beforeEach(() => overrideSession(nobody))

/** A request whose response arrives when the test says so. */
function question() {
  const { promise, resolve } = Promise.withResolvers<SessionResponse>()
  return { load: vi.fn(() => promise), answer: resolve }
}

describe('who is signed in', () => {
  test('is asked once by all who ask in the same moment', async () => {
    const first = question()
    const second = question()
    const asked = [requestSession(first.load), requestSession(second.load)]
    first.answer(ana)
    expect(await Promise.all(asked)).toEqual([ana, ana])
    expect(second.load).not.toHaveBeenCalled()
    expect(readSession()).toEqual(ana)
  })

  test('is not what a late response to an earlier request says', async () => {
    const before = question()
    const after = question()
    const early = requestSession(before.load)
    const late = requestSession(after.load, { join: false })
    after.answer(ana)
    expect(await late).toEqual(ana)
    before.answer(nobody)
    expect(await early).toEqual(ana)
    expect(readSession()).toEqual(ana)
  })

  test('stays signed out after a sign-out, even if a response was on its way', async () => {
    const before = question()
    const early = requestSession(before.load)
    await vi.waitFor(() => expect(before.load).toHaveBeenCalled())
    overrideSession(nobody)
    before.answer(ana)
    expect(await early).toEqual(nobody)
    expect(readSession()).toEqual(nobody)
  })

  test('is asked again where no answer came, and not where one did', async () => {
    vi.useFakeTimers()
    try {
      const lost = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
      const failed = expect(requestSession(lost)).rejects.toThrow('Failed to fetch')
      await vi.runAllTimersAsync()
      await failed
      expect(lost).toHaveBeenCalledTimes(3)

      const answer = { status: 429, code: 'TOO_MANY', message: '', data: {}, requestId: undefined }
      const refused = vi.fn(() => Promise.reject(new ApiError(answer)))
      await expect(requestSession(refused)).rejects.toBeInstanceOf(ApiError)
      expect(refused).toHaveBeenCalledTimes(1)
      expect(readSession()).toEqual(nobody)
    } finally {
      vi.useRealTimers()
    }
  })
})
