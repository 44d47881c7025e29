import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Patch } from './tree-copy.ts'

// Named points in a copy of the sources at which a server stops on command, so that it can be killed exactly there.

const helper = `
import { existsSync as isThere, readFileSync as readText, writeFileSync as writeText } from 'node:fs'
async function stopAt(name: string) {
  const folder = process.env.DATA_DIR ?? ''
  if (!isThere(folder + '/stop-at') || readText(folder + '/stop-at', 'utf8') !== name) return
  writeText(folder + '/stopped', name)
  await new Promise(() => {})
}
`

const save = 'src/server/features/photos/stored-photos.ts'
const at = (name: string) => `await stopAt('${name}')`

/** From receiving the photo to sending the response. */
export const pictureStops: Patch[] = [
  {
    file: save,
    from: "import { randomBytes } from 'node:crypto'\n",
    to: `import { randomBytes } from 'node:crypto'\n${helper}`,
  },
  {
    file: save,
    from: '  const encoded = await ctx.pictures.encode(bytes)',
    to: `  ${at('it has come in')}
  const encoding = ctx.pictures.encode(bytes)
  ${at('it is being re-encoded')}
  const encoded = await encoding`,
  },
  {
    file: save,
    from: '  const picture = { memberId',
    to: `  ${at('it is re-encoded')}\n  const picture = { memberId`,
  },
  {
    file: save,
    from: '  for (const size of pictureSizes) await keep(ctx, pictureFile(picture, size), files[size])\n',
    to: `  ${at('its row is reserved')}
  for (const size of pictureSizes) {
    await keep(ctx, pictureFile(picture, size), files[size])
    ${"await stopAt('its file of ' + size + ' is stored')"}
  }
`,
  },
  {
    file: save,
    from: 'await files.write(path, inOnePiece(Buffer.from(bytes)))',
    to: `await files.write(path, (async function* () {
      const whole = Buffer.from(bytes)
      yield whole.subarray(0, whole.length / 2)
      await new Promise((resolve) => setTimeout(resolve, 20))
      ${at('half a file is stored')}
      yield whole.subarray(whole.length / 2)
    })())`,
  },
  {
    file: save,
    from: '    return { pictureUrl: pictureUrl(picture.id) }\n  })',
    to: `    ${at('it is shown, but not committed')}
    return { pictureUrl: pictureUrl(picture.id) }
  })
  ${at('it is committed, but not answered')}
  return answer`,
  },
  { file: save, from: '  return write(async (tx, announce)', to: '  const answer = await write(async (tx, announce)' },
]

export const reEncoding = 'it is being re-encoded'
export const halfAFile = 'half a file is stored'
export const pictureStopNames = [
  ...['it has come in', reEncoding, 'it is re-encoded', 'its row is reserved', halfAFile],
  ...['its file of 512 is stored', 'its file of 96 is stored'],
  ...['it is shown, but not committed', 'it is committed, but not answered'],
]

/** Makes the server of this data folder stop at a point, or at none. */
export async function stopServerAt(dataDir: string, name: string | null) {
  await rm(join(dataDir, 'stopped'), { force: true })
  if (name === null) await rm(join(dataDir, 'stop-at'), { force: true })
  else await writeFile(join(dataDir, 'stop-at'), name)
}

/** @throws if it doesn't stop there within 15 s */
export async function hasStopped(dataDir: string) {
  for (let tries = 0; !existsSync(join(dataDir, 'stopped')); tries++) {
    if (tries > 1500) throw new Error('the server came past the point at which it should have stopped')
    await pause(10)
  }
}
