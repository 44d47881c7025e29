import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { isSame } from './secrets.ts'

/** Every stored password was hashed with these: a change of them needs a mark in what is stored. */
export const scryptCost = { N: 16_384, r: 16, p: 1 }
export const scryptKeyBytes = 64
const derive = promisify<string, string, number, object, Buffer>(scrypt)

/** `<salt>:<key>`, both in hex. */
export async function hashPassword(password: string) {
  const salt = randomBytes(16).toString('hex')
  return `${salt}:${await keyOf(password, salt)}`
}

/** Something else in place of a hash takes as long, and no password fits it. */
export async function verifyPassword(stored: string, password: string) {
  const [salt = '', key = ''] = stored.split(':')
  return isSame(await keyOf(password, salt), key)
}

/** The salt is the text, not the bytes that it says. */
async function keyOf(password: string, salt: string) {
  // Twice what scrypt needs: Node allows no more than 32 MB unless told.
  const maxmem = 256 * scryptCost.N * scryptCost.r
  const key = await derive(password.normalize('NFKC'), salt, scryptKeyBytes, { ...scryptCost, maxmem })
  return key.toString('hex')
}
