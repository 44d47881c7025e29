import { S3Client } from '@aws-sdk/client-s3'
import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import type { S3Settings } from '#server/ops/config/storage-settings.ts'
import { type ClubFiles, FilesAway, inOnePiece, readWhole } from './club-files.ts'

const connectWithinMs = 3_000
const answerWithinMs = 10_000

/**
 * The club's files in a bucket of its own, of Amazon or of anything that speaks its protocol. Each file is sent in one piece,
 * with its length: streams of unknown length are framed in a way that not every store takes off again.
 */
export function filesInBucket({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Settings): ClubFiles {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // By path: a bucket in the host's name needs a name server that knows it, which most stores of one's own lack.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: { connectionTimeout: connectWithinMs, requestTimeout: answerWithinMs, throwOnRequestTimeout: true },
  })
  // Who may read what is the server's to decide, and newer buckets know no access lists.
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }))

  return {
    async list() {
      const paths: string[] = []
      let paginationToken: string | undefined
      do {
        const page = await reached('list', () => disk.listAll('/', { recursive: true, paginationToken }))
        for (const object of page.objects) if (object.isFile) paths.push(object.key)
        paginationToken = page.paginationToken
      } while (paginationToken !== undefined)
      return paths.sort()
    },
    async read(path) {
      try {
        return inOnePiece(Buffer.from(await disk.getBytes(path)))
      } catch (error) {
        if (isMissing(error)) return null
        throw away('read', error)
      }
    },
    async write(path, content) {
      const bytes = await readWhole(content)
      await reached('write', () => disk.put(path, bytes, { contentLength: bytes.length }))
    },
    async remove(path) {
      await reached('remove', () => disk.delete(path))
    },
  }
}

async function reached<T>(act: string, ask: () => Promise<T>) {
  try {
    return await ask()
  } catch (error) {
    throw away(act, error)
  }
}

/** FlyDrive wraps what the store said. */
function reasonOf(error: unknown) {
  return error instanceof Error && error.cause !== undefined ? error.cause : error
}

function away(act: string, error: unknown) {
  return new FilesAway(`The file store did not ${act}`, reasonOf(error))
}

function isMissing(error: unknown) {
  const reason = reasonOf(error)
  return reason instanceof Error && ['NoSuchKey', 'NotFound'].includes(reason.name)
}
