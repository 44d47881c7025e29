import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { acquireTurn } from '#server/auth/rate-limits.ts'
import { createLog } from '#server/log.ts'
import { createTestClub } from '#test/support/club.ts'
import { emptyFolder } from '#test/support/empty-folder.ts'
import { createTestClock } from '#test/support/test-clock.ts'
import { nameOfBackup } from './retention.ts'
import { scheduleBackups } from './scheduled-backups.ts'

const timeZone = 'America/Indiana/Indianapolis'
const minute = 60_000
const hour = 60 * minute

let folder: string
beforeEach(() => {
  const made = emptyFolder()
  folder = made.folder
  return made[Symbol.dispose]
})

type Options = {
  now: string
  since: string
  everyMinutes?: number
  /** Whether its commands fail at this time. */
  fails?: (now: string) => boolean
  take?: (turn: string, forMs: number) => Promise<number | null>
}
const evening = { now: '2026-11-24T22:50:00.000Z', since: '2026-11-24T22:40:00.000Z' }

/**
 * A server whose commands are only recorded; the nightly one creates a folder with a backup's name, as the real one
 * does.
 */
function start({ now, since, everyMinutes, fails = () => false, take = async () => null }: Options) {
  const clock = createTestClock(now)
  const ran: string[] = []
  const s3 = { endpoint: '', region: '', bucket: '', accessKeyId: '', secretAccessKey: '' }
  const backups = scheduleBackups({
    settings: { folder, keepDays: 30, offHost: everyMinutes ? { bucket: s3, everyMinutes } : null },
    timeZone,
    clock,
    log: createLog('silent'),
    sinceMs: Date.parse(since),
    take,
    async run(words) {
      const at = new Date(clock.now()).toISOString().slice(0, 16)
      ran.push(`${at} ${words.join(' ')}`)
      if (fails(at)) return { code: 1, complained: 'no room' }
      if (words.length === 1) await mkdir(join(folder, nameOfBackup(clock.now())))
      return { code: 0, complained: '' }
    },
  })
  return { clock, ran, stop: backups.stop }
}

describe('a server, without a command', () => {
  const nightOff = { ...evening, since: '2026-11-23T22:40:00.000Z' }
  const copies = { ...evening, everyMinutes: 15, fails: (at: string) => at > '2026-11-24T23:10' }
  const toTheMinute = ['24T22:50', '24T23:05', '24T23:20', '24T23:36']
  const untilTen = { ...evening, now: '2026-11-25T08:19:00.000Z', fails: (at: string) => at < '2026-11-25T10:00' }
  test.each<[what: string, Options, forMs: number, words: string, ran: string[]]>([
    ['a backup each night at 3:20 of the club', evening, 48 * hour, 'backup', ['25T08:20', '26T08:20']],
    ['one for a night in which it was off', nightOff, 3 * hour, 'backup', ['24T22:50']],
    ['one again an hour after it failed', untilTen, 12 * hour, 'backup', ['25T08:20', '25T09:20', '25T10:20']],
    ['copies every few minutes, after a failure too', copies, 46 * minute, 'backup --off-host', toTheMinute],
  ])('takes %s', async (_, options, forMs, words, times) => {
    const { clock, ran, stop } = start(options)
    await clock.advance(forMs)
    expect(ran).toEqual(times.map((time) => `2026-11-${time} ${words}`))
    await stop()
    await clock.advance(48 * hour)
    expect(ran).toHaveLength(times.length)
  })

  test('takes turns with other processes: one backup of a night in one folder, one copy in the bucket at a time', async () => {
    await using club = await createTestClub('sqlite')
    const [first, second] = [1, 2].map(() => {
      const process = start({
        ...evening,
        everyMinutes: 60,
        take: (turn, forMs) => club.ctx.write((tx) => acquireTurn(tx, turn, forMs, process.clock.now())),
      })
      return process
    }) as [ReturnType<typeof start>, ReturnType<typeof start>]
    const pass = async (minutes: number) => {
      for (let n = 0; n < minutes; n++) for (const { clock } of [first, second]) await clock.advance(minute)
    }
    await pass(60 * 11)
    const nightly = [...first.ran, ...second.ran].filter((line) => line.endsWith(' backup'))
    expect(nightly).toHaveLength(1)
    const copies = [...first.ran, ...second.ran].filter((line) => line.endsWith('--off-host'))
    expect(copies).toHaveLength(12)
    await Promise.all([first.stop(), second.stop()])
  })
})
