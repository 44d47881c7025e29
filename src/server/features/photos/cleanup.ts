import { pictureFile, pictureSizes, unusedPictureMs } from '#domain/photos.ts'
import type { AppContext } from '#server/context.ts'

/** So many at a time; the next hour brings the next. */
const mostAtOnce = 500

/**
 * Removes the files of pictures that have been of no use for a day, and then their rows: broken off in between, it is done
 * again. Any process may do this at once.
 */
export async function deleteUnusedPhotos({
  database: { db },
  files,
  clock,
}: Pick<AppContext, 'database' | 'files' | 'clock'>) {
  const unused = await db
    .selectFrom('picture')
    .select(['id', 'memberId'])
    .where('unusedSince', '<', new Date(clock.now() - unusedPictureMs).toISOString())
    .orderBy('unusedSince')
    .limit(mostAtOnce)
    .execute()
  for (const picture of unused) {
    for (const size of pictureSizes) await files.remove(pictureFile(picture, size))
    await db.deleteFrom('picture').where('id', '=', picture.id).where('unusedSince', 'is not', null).execute()
  }
}
