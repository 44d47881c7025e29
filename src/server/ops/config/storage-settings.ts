import { join, resolve } from 'node:path'
import { SettingError } from './club-config.ts'
import { type Get, isWebAddress, wholeNumber } from './variables.ts'

/** Prefix of a bucket's variables, and what the bucket stores. */
type Purpose = { prefix: string; what: string }

export const filesInS3: Purpose = { prefix: 'S3_', what: 'files' }
const backupsInS3: Purpose = { prefix: 'BACKUP_S3_', what: 'backups' }

export type S3Settings = {
  /** Starts with http:// or https://. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/**
 * @returns null if none of the variables is set
 * @throws SettingError if only some are set, or one is invalid
 */
export function readS3(get: Get, { prefix, what }: Purpose): S3Settings | null {
  const names = ['ENDPOINT', 'REGION', 'BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].map((part) => prefix + part)
  const values = names.map(get)
  const given = names.find((_, at) => values[at] !== undefined)
  if (given === undefined) return null
  const missing = names.find((_, at) => values[at] === undefined)
  if (missing !== undefined)
    throw new SettingError(`${missing} is missing. ${given} is set, and ${what} in a bucket need ${names.join(', ')}.`)
  const [endpoint = '', region = '', bucket = '', accessKeyId = '', secretAccessKey = ''] = values
  if (!isWebAddress(endpoint) || !['', '/'].includes(endpoint.replace(/^https?:\/\/[^/]+/, '')))
    throw new SettingError(
      `${prefix}ENDPOINT should be the storage service’s address, like https://s3.us-east-2.amazonaws.com, without the bucket, not "${endpoint}".`,
    )
  if (!/^[a-z0-9-]+$/.test(region))
    throw new SettingError(
      `${prefix}REGION should be like us-east-2 ("auto" if your service has none), not "${region}".`,
    )
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new SettingError(
      `${prefix}BUCKET should be a bucket name of 3 to 63 lowercase letters, digits, dots, and hyphens, not "${bucket}".`,
    )
  // Don't print either value: if the two are swapped, the secret would end up in a log.
  if (/\s/.test(accessKeyId)) throw new SettingError(`${prefix}ACCESS_KEY_ID should be a key without spaces.`)
  if (/\s/.test(secretAccessKey))
    throw new SettingError(`${prefix}SECRET_ACCESS_KEY should be a secret without spaces.`)
  return { endpoint: new URL(endpoint).origin, region, bucket, accessKeyId, secretAccessKey }
}

/** The server's automatic backups. */
export type BackupSettings = {
  /** The folder with one subfolder per backup. */
  folder: string
  /** Days until a backup is deleted; 0: no automatic backups. */
  keepDays: number
  /** Copies on another machine; null: none. */
  offHost: { bucket: S3Settings; everyMinutes: number } | null
}

/** @throws SettingError */
export function readBackups(get: Get, dataDir: string): BackupSettings {
  const keepDays = wholeNumber('BACKUP_KEEP_DAYS', get('BACKUP_KEEP_DAYS') ?? '30', 0, 3650)
  const everyMinutes = wholeNumber('BACKUP_S3_MINUTES', get('BACKUP_S3_MINUTES') ?? '15', 1, 1440)
  const bucket = readS3(get, backupsInS3)
  const files = readS3(get, filesInS3)
  if (bucket !== null && bucket.endpoint === files?.endpoint && bucket.bucket === files.bucket)
    throw new SettingError(
      'BACKUP_S3_BUCKET should be a different bucket from S3_BUCKET, so that losing one doesn’t lose the other.',
    )
  return {
    folder: resolve(get('BACKUP_DIR') ?? join(dataDir, 'backups')),
    keepDays,
    offHost: bucket === null ? null : { bucket, everyMinutes },
  }
}
