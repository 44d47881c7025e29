import { describe, expect, test } from 'vitest'
import { usualEngines } from '#test/support/club.ts'
import { answeredPractice } from '#test/support/practice-with-rsvps.ts'

const second = 1000
const minute = 60 * second

const canceled = ['ana: is canceled', 'ben: is canceled', 'cam: is canceled']
const spotOfCam = 'cam: Archery Club: you have a spot at Thursday practice'

describe.each(usualEngines)('notifications of changes that are undone (%s)', (engine) => {
  test.each(['before', 'after'] as const)(
    'a spot that became free %s a cancellation is told once, when the practice is back on',
    async (when) => {
      await using at = await answeredPractice(engine)
      await at.sink.fail('4xx')
      if (when === 'after') await at.cancel()
      await at.setLimit(3, 2)
      if (when === 'before') {
        await at.hasFailed(1)
        await at.cancel()
      }
      await at.sink.fail()
      await at.club.clock.advance(10 * minute)
      expect(await at.told()).toEqual(canceled)
      await at.cancel(false)
      await at.club.clock.advance(10 * minute)
      expect(await at.toldOf('you have a spot')).toEqual([spotOfCam])
    },
  )

  test.each([
    ['drop', ['ana: is back on', 'ben: is back on', 'cam: is back on']],
    ['4xx', []],
  ] as const)(
    'a practice that is back on is told only if the cancellation may have arrived (%s)',
    async (fault, told) => {
      await using at = await answeredPractice(engine)
      await at.cancel()
      await at.sink.fail(fault)
      await at.club.clock.advance(3 * minute + second)
      await at.hasFailed(3)
      await at.cancel(false)
      await at.sink.fail()
      await at.club.clock.advance(10 * minute)
      expect(await at.told()).toEqual(told)
    },
    60_000,
  )
})
