import { randomBytes } from 'node:crypto'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { type PictureSize, pictureFile, pictureSizes } from '#domain/pictures.ts'
import { inOnePiece } from '../../../files/club-files.ts'
import type { PictureEncoder } from '../../../pictures/encoder.ts'
import { reservePicture, showPicture } from '../../../pictures/rows.ts'
import { type PersonKey, plus } from '../acts.ts'
import type { Stage } from '../stage.ts'
import { looks } from './looks.ts'
import { portraitSvg } from './portrait.ts'

type Files = Record<PictureSize, Uint8Array>
/** Everybody's, being drawn while their semester is played. */
export type Portraits = Promise<ReadonlyMap<PersonKey, Files>>

/** As large as the largest that the app keeps. */
const pixels = Math.max(...pictureSizes)

/** Draws everybody and sends the drawings where pictures of members go, in a process of its own. */
export async function drawPortraits(pictures: Pick<PictureEncoder, 'encode'>): Portraits {
  // As many as the encoder lets wait, so that none is sent away.
  const few = pLimit(8)
  const drawn = await Promise.all(
    Object.keys(looks).map((key, n) =>
      few(async (): Promise<[PersonKey, Files]> => {
        const svg = Buffer.from(portraitSvg(key, n, pixels))
        const encoded = await pictures.encode(await sharp(svg).png({ compressionLevel: 1 }).toBuffer())
        if (encoded.outcome === 'refused') throw new Error(`The portrait of ${key} was refused: ${encoded.reason}`)
        return [key, encoded.files]
      }),
    ),
  )
  return new Map(drawn)
}

/** Files first and rows after, as in pictures/save.ts; each dated a little after its member had signed up. */
export async function hangPortraits(stage: Stage, portraits: Awaited<Portraits>) {
  const few = pLimit(8)
  const hung = [...portraits].map(([key, files]) => ({ key, files, id: randomBytes(18).toString('base64url') }))
  await Promise.all(
    hung.flatMap(({ key, files, id }) => pictureSizes.map((size) => few(() => keep(key, id, files, size)))),
  )
  for (const { key, id } of hung) {
    const memberId = stage.person(key).id
    const { createdAt } = await stage.tx
      .selectFrom('member')
      .select('createdAt')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow()
    const picture = { memberId, id, now: plus(createdAt, 12) }
    await reservePicture(stage.tx, picture)
    await showPicture(stage.tx, stage.announce, picture)
  }

  async function keep(key: PersonKey, id: string, files: Files, size: PictureSize) {
    const path = pictureFile({ memberId: stage.person(key).id, id }, size)
    await stage.partsAt('').files.write(path, inOnePiece(Buffer.from(files[size])))
  }
}
