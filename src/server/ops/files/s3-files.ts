import { S3Client } from '@aws-sdk/client-s3'
import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import type { S3Settings } from '#server/ops/config/storage-settings.ts'
import { type ClubFiles, FilesUnavailable, inOnePiece, readWhole } from './club-files.ts'

const connectWithinMs = 3_000
const requestWithinMs = 10_000

/**
 * Stores the club's files in a bucket of Amazon S3 or a compatible service. Sends each file in one piece with its
 * length, because not every service decodes the chunked encoding used for streams of unknown length.
 */
export function filesInBucket({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Settings): ClubFiles {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Path-style addresses: a bucket as subdomain needs DNS entries, which most self-hosted services lack.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: connectWithinMs,
      requestTimeout: requestWithinMs,
      throwOnRequestTimeout: true,
    },
  })
  // The server decides who may read a file, and newer buckets don't support ACLs.
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

async function reached<T>(operation: string, request: () => Promise<T>) {
  try {
    return await request()
  } catch (error) {
    throw away(operation, error)
  }
}

/** The service's error, which FlyDrive wraps. */
function reasonOf(error: unknown) {
  return error instanceof Error && error.cause !== undefined ? error.cause : error
}

function away(operation: string, error: unknown) {
  return new FilesUnavailable(`The file store did not ${operation}`, reasonOf(error))
}

function isMissing(error: unknown) {
  const reason = reasonOf(error)
  return reason instanceof Error && ['NoSuchKey', 'NotFound'].includes(reason.name)
}
