import { join, resolve } from 'node:path'
import type { S3Settings } from '#server/ops/config/s3-settings.ts'
import { SettingError } from './club-config.ts'
import { type Get, wholeNumber } from './parse-setting.ts'
import { backupsInS3, filesInS3, readS3 } from './s3-settings.ts'

/** What the server keeps of itself, and where. */
export type BackupSettings = {
  /** Where each is a folder of its own. */
  folder: string
  /** So many days each is kept; 0: the server takes none by itself. */
  keepDays: number
  /** A copy on another machine; null: none. */
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
