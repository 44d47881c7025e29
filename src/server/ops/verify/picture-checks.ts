import { pictureFile, pictureSizes, pictureUrl } from '#domain/photos.ts'
import { defaultPicture } from '#domain/profile.ts'
import { count } from '#server/ops/cli/terminal.ts'
import type { Check } from './check.ts'

/** Whether members and the file store agree on who has which picture. */
export const pictureChecks: Check[] = [
  {
    // T66
    title: 'Every profile photo has its files',
    async look({ db, files }) {
      const members = await db
        .selectFrom('member')
        .select(['id', 'pictureUrl'])
        .where('erasedAt', 'is', null)
        .orderBy('id')
        .execute()
      const pictures = await db
        .selectFrom('picture')
        .select(['id', 'memberId'])
        .where('unusedSince', 'is', null)
        .orderBy('id')
        .execute()
      const stored = new Set(await files.list())
      const wrong: string[] = []
      for (const { id, pictureUrl: shown } of members) {
        const own = pictures.find((picture) => picture.memberId === id)
        const expected = own ? pictureUrl(own.id) : defaultPicture
        if (shown !== expected) wrong.push(`member ${id} shows ${shown}, expected ${expected}`)
      }
      for (const picture of pictures)
        for (const size of pictureSizes)
          if (!stored.has(pictureFile(picture, size)))
            wrong.push(`photo ${picture.id} of member ${picture.memberId} is missing its ${size}-pixel file`)
      return { looked: count(pictures.length, 'picture'), wrong }
    },
  },
]
