import { join } from 'node:path'
import type { Environment } from '#server/ops/config/environment.ts'
import { type ClubFiles, filesIn } from './club-files.ts'

/**
 * Where the club keeps its files: in its data folder, beside the database, mails kept for lack of a mail server, and locks;
 * or in a bucket.
 */
export async function openClubFiles({ dataDir, s3 }: Pick<Environment, 'dataDir' | 's3'>): Promise<ClubFiles> {
  if (s3 === null) return filesIn(join(dataDir, 'files'))
  // Only where it is used: the client is a quarter of a second of loading.
  const { filesInBucket } = await import('./s3-files.ts')
  return filesInBucket(s3)
}
