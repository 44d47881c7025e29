import type { ReportDefect } from './user-document.ts'
import { type Fields, readInstant } from './values.ts'

/** An account as `firebase auth:export` writes it. */
export type AccountFacts = {
  email: string
  verified: boolean
  disabled: boolean
  displayName: string
  /** Base64; null if they never had a password or sign in through another provider. */
  password: { hash: string; salt: string } | null
  createdAt: string | null
}

export const accountFields = new Set([
  ...['localId', 'email', 'emailVerified', 'passwordHash', 'salt', 'displayName', 'disabled', 'createdAt'],
  // Known fields that the import ignores.
  ...['lastSignedInAt', 'lastLoginAt', 'lastRefreshAt', 'passwordUpdatedAt', 'version', 'validSince', 'rawPassword'],
])

/** One entry of `auth:export`. */
export function readAccount(raw: Fields, report: ReportDefect): AccountFacts {
  const { email, emailVerified, disabled, displayName, passwordHash, salt } = raw
  return {
    email: typeof email === 'string' ? email : '',
    verified: emailVerified === true || emailVerified === 'true',
    disabled: disabled === true || disabled === 'true',
    displayName: typeof displayName === 'string' ? displayName : '',
    password: readPassword(passwordHash, salt, report),
    createdAt: readInstant(raw.createdAt)?.toISOString() ?? null,
  }
}

function readPassword(hash: unknown, salt: unknown, report: ReportDefect) {
  if (hash === undefined || hash === null || hash === '') return null
  if (typeof hash === 'string' && typeof salt === 'string' && isBase64(hash) && isBase64(salt))
    return { hash: plainBase64(hash), salt: plainBase64(salt) }
  const field = typeof hash === 'string' && isBase64(hash) ? 'salt' : 'passwordHash'
  report(field, 'it’s missing or isn’t base64', 'The old password won’t work; they can use “Forgot Password?”.')
  return null
}

/** A Firebase project's password hash parameters, as its console shows them. Bytes are base64. */
export type HashConfig = { signerKey: string; saltSeparator: string; rounds: number; memCost: number }
export type FirebaseHash = HashConfig & { salt: string; hash: string }

/** The limits that Firebase documents for these parameters. */
const mostRounds = 8
const mostMemCost = 14

type HashConfigRead = { outcome: 'read'; config: HashConfig } | { outcome: 'refused'; why: string }

/**
 * Reads the console's `hash_config { … }`, the same as JSON, or rows of `name: value`. Ignores other text around them
 * and accepts any spelling of the names.
 */
export function readHashConfig(text: string): HashConfigRead {
  const values = new Map<string, string>()
  for (const [, name = '', value = ''] of text.matchAll(/"?([A-Za-z][\w-]*)"?\s*[:=]\s*"?([^\s",;{}]+)"?/g))
    values.set(plainName(name), value)
  const algorithm = values.get('algorithm') ?? values.get('hashalgo') ?? 'SCRYPT'
  if (algorithm.toUpperCase() !== 'SCRYPT') return refuse(`the algorithm is ${algorithm}, not SCRYPT`)
  const signerKey = values.get('signerkey') ?? values.get('hashkey') ?? values.get('key') ?? ''
  const saltSeparator = values.get('saltseparator') ?? ''
  const rounds = Number(values.get('rounds'))
  const memCost = Number(values.get('memcost') ?? values.get('memorycost'))
  if (!isBase64(signerKey)) return refuse('base64_signer_key is missing or isn’t base64')
  if (saltSeparator !== '' && !isBase64(saltSeparator)) return refuse('base64_salt_separator isn’t base64')
  if (!isWhole(rounds, mostRounds)) return refuse(`rounds isn’t a whole number from 1 to ${mostRounds}`)
  if (!isWhole(memCost, mostMemCost)) return refuse(`mem_cost isn’t a whole number from 1 to ${mostMemCost}`)
  return {
    outcome: 'read',
    config: { signerKey: plainBase64(signerKey), saltSeparator: plainBase64(saltSeparator), rounds, memCost },
  }
}

/** Whether the text mentions hash parameters at all. */
export function isHashConfig(text: string) {
  return /signer_?key|hash_?config/i.test(text)
}

/** In the format of the Firebase console. */
export function writeHashConfig({ signerKey, saltSeparator, rounds, memCost }: HashConfig) {
  return [
    'hash_config {',
    '  algorithm: SCRYPT,',
    `  base64_signer_key: ${signerKey},`,
    `  base64_salt_separator: ${saltSeparator},`,
    `  rounds: ${rounds},`,
    `  mem_cost: ${memCost},`,
    '}',
    '',
  ].join('\n')
}

/** Accepts both standard and URL-safe base64, because exports use either. */
function isBase64(text: string) {
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text)
}

/** In the standard alphabet, with padding. */
function plainBase64(text: string) {
  const bare = text.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/')
  return bare + '='.repeat((4 - (bare.length % 4)) % 4)
}

function plainName(name: string) {
  return name
    .toLowerCase()
    .replace(/[_-]/g, '')
    .replace(/^base64/, '')
}

function isWhole(value: number, most: number) {
  return Number.isInteger(value) && value >= 1 && value <= most
}

function refuse(why: string) {
  return { outcome: 'refused', why } as const
}
