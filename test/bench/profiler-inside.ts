import { renameSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'

// Loaded into a server beside its own code (NODE_OPTIONS, see profile.ts): a SIGUSR2 begins a profile of the processor's time,
// the next one ends it and writes it down.

const session = new Session()
session.connect()
let isOn = false

process.on('SIGUSR2', async () => {
  isOn = !isOn
  if (isOn) {
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: 200 })
    await session.post('Profiler.start')
    return
  }
  const { profile } = await session.post('Profiler.stop')
  const file = join(process.env.DATA_DIR ?? '', 'profile.json')
  writeFileSync(`${file}.new`, JSON.stringify(profile))
  renameSync(`${file}.new`, file)
})
