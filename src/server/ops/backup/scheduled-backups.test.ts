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
  fails?: () => boolean
  take?: (turn: string, forMs: number) => Promise<number | null>
}

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
      ran.push(`${new Date(clock.now()).toISOString().slice(0, 16)} ${words.join(' ')}`)
      if (fails()) return { code: 1, complained: 'no room' }
      if (words.length === 1) await mkdir(join(folder, nameOfBackup(clock.now())))
      return { code: 0, complained: '' }
    },
  })
  return { clock, ran, stop: backups.stop }
}

describe('a server, without a command', () => {
  test('takes one backup each night at 3:20 of the club', async () => {
    const { clock, ran, stop } = start({ now: '2026-11-24T22:50:00.000Z', since: '2026-11-24T22:40:00.000Z' })
    await clock.advance(2 * 24 * hour)
    expect(ran).toEqual(['2026-11-25T08:20 backup', '2026-11-26T08:20 backup'])
    await stop()
    await clock.advance(2 * 24 * hour)
    expect(ran).toHaveLength(2)
  })

  test('makes up for a night in which it was off, once', async () => {
    const { clock, ran, stop } = start({ now: '2026-11-24T22:50:00.000Z', since: '2026-11-23T22:40:00.000Z' })
    await clock.advance(3 * hour)
    expect(ran).toEqual(['2026-11-24T22:50 backup'])
    await stop()
  })

  test('tries again an hour after it failed', async () => {
    let failing = true
    const { clock, ran, stop } = start({
      now: '2026-11-25T08:19:00.000Z',
      since: '2026-11-24T22:40:00.000Z',
      fails: () => failing,
    })
    await clock.advance(90 * minute)
    failing = false
    await clock.advance(10 * hour)
    expect(ran).toEqual(['2026-11-25T08:20 backup', '2026-11-25T09:20 backup', '2026-11-25T10:20 backup'])
    await stop()
  })

  test('copies to another machine every few minutes where one is set, and after a failure too', async () => {
    let failing = false
    const { clock, ran, stop } = start({
      now: '2026-11-24T22:50:00.000Z',
      since: '2026-11-24T22:40:00.000Z',
      everyMinutes: 15,
      fails: () => failing,
    })
    await clock.advance(20 * minute)
    failing = true
    await clock.advance(26 * minute)
    expect(ran).toEqual(['22:50', '23:05', '23:20', '23:36'].map((time) => `2026-11-24T${time} backup --off-host`))
    await stop()
  })

  test('takes turns with other processes: one backup of a night in one folder, one copy in the bucket at a time', async () => {
    await using club = await createTestClub('sqlite')
    const beginning = { now: '2026-11-24T22:50:00.000Z', since: '2026-11-24T22:40:00.000Z', everyMinutes: 60 }
    const [first, second] = [1, 2].map(() => {
      const process = start({
        ...beginning,
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
