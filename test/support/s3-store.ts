import type { AddressInfo } from 'node:net'
import S3rver from 's3rver'
import type { S3Settings } from '#server/ops/config/storage-settings.ts'
import { emptyFolder } from './empty-folder.ts'

/** An S3-compatible store over HTTP on a free port, with these buckets. */
export async function startS3Store(...buckets: string[]) {
  const place = emptyFolder()
  const configureBuckets = buckets.map((name) => ({ name, configs: [] }))
  const address = { address: '127.0.0.1', port: 0 }
  const store = new S3rver({ ...address, silent: true, directory: place.folder, vhostBuckets: false, configureBuckets })
  const { port }: AddressInfo = await store.run()
  const endpoint = `http://127.0.0.1:${port}`
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  return {
    settings: (bucket: string): S3Settings => ({ endpoint, region: 'us-east-1', bucket, ...keys }),
    /** Environment variables for a server and its commands. */
    env: (bucket: string) => ({
      S3_ENDPOINT: endpoint,
      S3_REGION: 'us-east-1',
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    }),
    stop: () => store.close(),
    async [Symbol.asyncDispose]() {
      await store.close().catch(() => {})
      place[Symbol.dispose]()
    },
  }
}
