import { join } from 'node:path'
import type { Environment } from '#server/ops/config/environment.ts'
import { type ClubFiles, filesIn } from './club-files.ts'

/** Opens the club's file storage: the data folder or a bucket. */
export async function openClubFiles({ dataDir, s3 }: Pick<Environment, 'dataDir' | 's3'>): Promise<ClubFiles> {
  if (s3 === null) return filesIn(join(dataDir, 'files'))
  // Loaded only when needed: loading the S3 client takes 250 ms.
  const { filesInBucket } = await import('./s3-files.ts')
  return filesInBucket(s3)
}
