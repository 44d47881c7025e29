import { SettingError } from './club-config.ts'
import { type Get, isWebAddress } from './parse-setting.ts'

/** Which bucket: what its variables begin with, and what it is for. */
type Purpose = { prefix: string; what: string }

export const filesInS3: Purpose = { prefix: 'S3_', what: 'files' }
export const backupsInS3: Purpose = { prefix: 'BACKUP_S3_', what: 'backups' }

export type S3Settings = {
  /** With http or https. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** @returns null when nothing of it is set @throws SettingError when it is set in part or can't be */
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
  // Neither is repeated: who mixes the two up would find the secret in a log.
  if (/\s/.test(accessKeyId)) throw new SettingError(`${prefix}ACCESS_KEY_ID should be a key without spaces.`)
  if (/\s/.test(secretAccessKey))
    throw new SettingError(`${prefix}SECRET_ACCESS_KEY should be a secret without spaces.`)
  return { endpoint: new URL(endpoint).origin, region, bucket, accessKeyId, secretAccessKey }
}
