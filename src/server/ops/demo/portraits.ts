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
import type { Simulator } from './simulator.ts'

type Files = Record<PictureSize, Uint8Array>
/** Portraits by member; drawn while the history is being written. */
export type Portraits = Promise<ReadonlyMap<PersonKey, Files>>

/** The largest size that the app stores. */
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

/** Deterministic: the same person always gets the same portrait. */
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

/** Draws all portraits and encodes them like uploaded photos, in the encoder's separate process. */
export async function drawPortraits(pictures: Pick<PictureEncoder, 'encode'>): Portraits {
  // Within the encoder's queue limit, so that none is rejected.
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

/** Stores the files before the rows, as in photos/stored-photos.ts. Each photo is dated 12 minutes after its member's sign-up. */
export async function uploadAvatars(simulator: Simulator, portraits: Awaited<Portraits>) {
  const few = pLimit(8)
  const photos = [...portraits].map(([key, files]) => ({ key, files, id: randomBytes(18).toString('base64url') }))
  await Promise.all(
    photos.flatMap(({ key, files, id }) => pictureSizes.map((size) => few(() => upload(key, id, files, size)))),
  )
  for (const { key, id } of photos) {
    const memberId = simulator.person(key).id
    const { createdAt } = await simulator.tx
      .selectFrom('member')
      .select('createdAt')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow()
    const picture = { memberId, id, now: plus(createdAt, 12) }
    await reservePhoto(simulator.tx, picture)
    await activatePhoto(simulator.tx, simulator.announce, picture)
  }

  async function upload(key: PersonKey, id: string, files: Files, size: PictureSize) {
    const path = pictureFile({ memberId: simulator.person(key).id, id }, size)
    await simulator.contextAt('').files.write(path, inOnePiece(Buffer.from(files[size])))
  }
}
