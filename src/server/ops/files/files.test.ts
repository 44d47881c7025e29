import { randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { emptyFolder } from '#test/support/empty-folder.ts'
import { startFaultyServer } from '#test/support/faulty-server.ts'
import { startS3Store } from '#test/support/s3-store.ts'
import { type ClubFiles, FilesUnavailable, filesIn, inOnePiece, readWhole } from './club-files.ts'
import { filesInBucket } from './s3-files.ts'

const bucket = 'club-files'

/** Both kinds of storage, the bucket as a real store over HTTP. */
const places = {
  async disk() {
    const place = emptyFolder()
    return Object.assign(place, { files: filesIn(place.folder) })
  },
  async bucket() {
    const store = await startS3Store(bucket)
    return Object.assign(store, { files: filesInBucket(store.settings(bucket)) })
  },
}

async function contentOf(files: ClubFiles, path: string) {
  const content = await files.read(path)
  return content && readWhole(content)
}

describe.each(Object.entries(places))('files on %s', (_name, open) => {
  test('come back byte by byte, with any content and in any pieces', async () => {
    await using place = await open()
    const { files } = place
    const contents: Record<string, Buffer> = {
      'pictures/ana/a-512.webp': randomBytes(300_000),
      'pictures/ana/a-96.webp': Buffer.from([0, 255, 10, 13, 26]),
      'pictures/ben/b-512.webp': Buffer.alloc(0),
    }
    for (const [path, bytes] of Object.entries(contents))
      await files.write(
        path,
        (async function* () {
          for (let at = 0; at < bytes.length; at += 70_000) yield bytes.subarray(at, at + 70_000)
        })(),
      )
    expect(await files.list()).toEqual(Object.keys(contents))
    for (const [path, bytes] of Object.entries(contents))
      expect((await contentOf(files, path))?.equals(bytes)).toBe(true)
  })
})

test('a bucket is listed to its end, page by page', async () => {
  const page = (keys: string[], next = '') => {
    const contents = keys.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join('')
    const more = next && `<IsTruncated>true</IsTruncated><NextContinuationToken>${next}</NextContinuationToken>`
    return `<?xml version="1.0"?><ListBucketResult><Name>${bucket}</Name>${contents}${more}</ListBucketResult>`
  }
  // The other tests' store can't paginate under this Node version: it uses a cipher that OpenSSL has removed.
  await using paged = await startFaultyServer(({ query }) => {
    const token = query.get('continuation-token')
    const body = token === 'two' ? page(['c'], 'three') : token === 'three' ? page(['d']) : page(['a', 'b'], 'two')
    return { status: 200, headers: { 'content-type': 'application/xml' }, body }
  })
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }
  const files = filesInBucket({ endpoint: paged.origin, region: 'auto', bucket, ...credentials })
  expect(await files.list()).toEqual(['a', 'b', 'c', 'd'])
  expect(paged.requests).toHaveLength(3)
})

// Shows: T64
test('on disk no other user may read them, and half a file is none', async () => {
  using place = emptyFolder()
  const { folder } = place
  const files = filesIn(folder)
  await files.write('pictures/ana/a', inOnePiece(Buffer.from('x')))
  expect([
    (await stat(join(folder, 'pictures'))).mode & 0o077,
    (await stat(join(folder, 'pictures/ana/a'))).mode & 0o077,
  ]).toEqual([0, 0])
  const brokenOff = (async function* () {
    yield Buffer.from('half')
    throw new Error('broken off')
  })()
  await expect(files.write('pictures/ana/b', brokenOff)).rejects.toThrow('broken off')
  expect(await files.list()).toEqual(['pictures/ana/a'])
  expect(await files.read('pictures/ana/b')).toBeNull()
  await files.remove('pictures/ana/b')
  expect(await readdir(join(folder, 'pictures/ana'))).toEqual(['a'])
})

describe('a store that can’t be used says so, and is no missing file', () => {
  const acts = (files: ClubFiles) => [
    () => files.list(),
    () => files.read('a'),
    () => files.write('a', inOnePiece(Buffer.from('x'))),
    () => files.remove('a'),
  ]

  // Shows: T66
  test('a wrong key, another’s bucket, a store that is gone', async () => {
    const store = await startS3Store(bucket)
    const settings = store.settings(bucket)
    const wrong = filesInBucket({ ...settings, accessKeyId: 'wrong' })
    const none = filesInBucket({ ...settings, bucket: 'somebody-elses' })
    for (const act of acts(wrong))
      await expect(act()).rejects.toThrow(/^The file store did not \w+ \(InvalidAccessKeyId/)
    for (const act of acts(none)) await expect(act()).rejects.toThrow(/^The file store did not \w+ \(NoSuchBucket/)
    await store[Symbol.asyncDispose]()
    for (const act of acts(filesInBucket(settings))) await expect(act()).rejects.toBeInstanceOf(FilesUnavailable)
  })
})
