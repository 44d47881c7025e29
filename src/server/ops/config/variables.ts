import { SettingError } from './club-config.ts'

const ofBucket = ['ENDPOINT', 'REGION', 'BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY']

/** All environment variables that are read, in the order of deploy/quiver.env.example. */
export const variableNames: readonly string[] = [
  ...['BASE_URL', 'PORT', 'HOST', 'TRUST_PROXY', 'DATA_DIR', 'DATABASE_URL', 'AUTH_SECRET', 'SMTP_URL', 'MAIL_FROM'],
  ...['CALENDAR_ICS_URL', 'GOOGLE_CALENDAR_ID', 'GOOGLE_API_KEY', 'GOOGLE_CALENDAR_URL', 'PUSH_SERVICE_URL'],
  ...['BACKUP_DIR', 'BACKUP_KEEP_DAYS', 'BACKUP_S3_MINUTES'],
  ...ofBucket.map((name) => `BACKUP_S3_${name}`),
  ...ofBucket.map((name) => `S3_${name}`),
  ...['METRICS_PORT', 'METRICS_HOST', 'DRAIN_SECONDS', 'LOG_LEVEL', 'CLUB_CONFIG'],
]

/** In the project's root folder; read by scripts/settings.mjs. */
export const fileOfSettings = 'quiver.env'

/** Reads an environment variable; an empty one counts as unset. */
export type Get = (name: string) => string | undefined

/** @throws SettingError unless it is a whole number within these bounds, both included */
export function wholeNumber(name: string, value: string, from: number, to: number) {
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < from || number > to)
    throw new SettingError(`${name} should be a whole number from ${from} to ${to}, not "${value}".`)
  return number
}

export function isWebAddress(value: string) {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}
