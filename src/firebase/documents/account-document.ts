import { isBase64, plainBase64 } from './hash-config.ts'
import type { Tell } from './user-document.ts'
import { type Fields, readInstant } from './values.ts'

/** An account as the identity service exports it. */
export type AccountFacts = {
  email: string
  verified: boolean
  disabled: boolean
  displayName: string
  /** Base64; null of who has never had a password, or has it at somebody else's. */
  password: { hash: string; salt: string } | null
  createdAt: string | null
}

export const accountFields = new Set([
  ...['localId', 'email', 'emailVerified', 'passwordHash', 'salt', 'displayName', 'disabled', 'createdAt'],
  // What nothing here asks for.
  ...['lastSignedInAt', 'lastLoginAt', 'lastRefreshAt', 'passwordUpdatedAt', 'version', 'validSince', 'rawPassword'],
])

/** One entry of `auth:export`. */
export function readAccount(raw: Fields, tell: Tell): AccountFacts {
  const { email, emailVerified, disabled, displayName, passwordHash, salt } = raw
  return {
    email: typeof email === 'string' ? email : '',
    verified: emailVerified === true || emailVerified === 'true',
    disabled: disabled === true || disabled === 'true',
    displayName: typeof displayName === 'string' ? displayName : '',
    password: readPassword(passwordHash, salt, tell),
    createdAt: readInstant(raw.createdAt)?.toISOString() ?? null,
  }
}

function readPassword(hash: unknown, salt: unknown, tell: Tell) {
  if (hash === undefined || hash === null || hash === '') return null
  if (typeof hash === 'string' && typeof salt === 'string' && isBase64(hash) && isBase64(salt))
    return { hash: plainBase64(hash), salt: plainBase64(salt) }
  const field = typeof hash === 'string' && isBase64(hash) ? 'salt' : 'passwordHash'
  tell(field, 'it’s missing or isn’t base64', 'The old password won’t work; they can use “Forgot Password?”.')
  return null
}
