import { randomBytes } from 'node:crypto'
import { createAvatar } from '@dicebear/core'
import * as openPeeps from '@dicebear/open-peeps'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { type PictureSize, pictureFile, pictureSizes } from '#domain/photos.ts'
import type { PictureEncoder } from '#server/context.ts'
import { activatePhoto, reservePhoto } from '#server/features/photos/stored-photos.ts'
import { inOnePiece } from '#server/ops/files/club-files.ts'
import { type PersonKey, plus } from './events.ts'
import { type CastMember, cast } from './plan-people.ts'
import type { Stage } from './simulator.ts'

type Files = Record<PictureSize, Uint8Array>
/** Everybody's, being drawn while their semester is played. */
export type Portraits = Promise<ReadonlyMap<PersonKey, Files>>

/** As large as the largest that the app keeps. */
const pixels = Math.max(...pictureSizes)

const shortHair = [
  'afro',
  'dreads2',
  'flatTop',
  'hatBeanie',
  'pomp',
  'shaved2',
  'short1',
  'short4',
  'short5',
  'twists',
] as const
const longHair = [
  'bangs',
  'bun2',
  'cornrows2',
  'long',
  'longCurly',
  'medium1',
  'medium3',
  'mediumBangs2',
  'mediumStraight',
] as const
const withHijab = ['aisha.rahman', 'fatima.al-sayed']

/** Always the same for the same person. */
function portraitSvg({ key, pronouns }: CastMember) {
  const isHe = pronouns.includes('He/Him')
  const isShe = pronouns.includes('She/Her')
  return createAvatar(openPeeps, {
    seed: key,
    size: pixels,
    backgroundColor: ['f7e3a6', 'cfe3f1', 'f6cfd0', 'd9d2ee', 'dcecd9', 'fbdcb4'],
    clothingColor: ['f4c63a', 'd93a45', '3d8fd1', '2f8580', 'f4f2ec', '9a86c4'],
    head: withHijab.includes(key) ? ['hijab'] : [...(isShe ? [] : shortHair), ...(isHe ? [] : longHair)],
    face: ['calm', 'cheeky', 'cute', 'eatingHappy', 'smile'],
    facialHair: ['chin', 'full', 'full2', 'full3', 'goatee2', 'moustache1', 'moustache5', 'moustache7'],
    facialHairProbability: isHe ? 40 : 0,
    accessories: ['glasses', 'glasses2', 'glasses3', 'glasses4', 'glasses5'],
    accessoriesProbability: 30,
    maskProbability: 0,
  }).toString()
}

/** Draws everyone and sends the drawings where pictures of members go, in a process of its own. */
export async function drawPortraits(pictures: Pick<PictureEncoder, 'encode'>): Portraits {
  // As many as the encoder lets wait, so that none is sent away.
  const few = pLimit(8)
  const drawn = await Promise.all(
    cast.map((person) =>
      few(async (): Promise<[PersonKey, Files]> => {
        const svg = Buffer.from(portraitSvg(person))
        const encoded = await pictures.encode(await sharp(svg).png({ compressionLevel: 1 }).toBuffer())
        if (encoded.outcome === 'refused')
          throw new Error(`The portrait of ${person.key} was refused: ${encoded.reason}`)
        return [person.key, encoded.files]
      }),
    ),
  )
  return new Map(drawn)
}

/** Files first and rows after, as in photos/stored-photos.ts; each dated a little after its member had signed up. */
export async function uploadAvatars(stage: Stage, portraits: Awaited<Portraits>) {
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
    await reservePhoto(stage.tx, picture)
    await activatePhoto(stage.tx, stage.announce, picture)
  }

  async function keep(key: PersonKey, id: string, files: Files, size: PictureSize) {
    const path = pictureFile({ memberId: stage.person(key).id, id }, size)
    await stage.partsAt('').files.write(path, inOnePiece(Buffer.from(files[size])))
  }
}
