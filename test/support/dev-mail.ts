import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSecrets } from '#server/crypto/secrets.ts'
import { devMailPath } from '#server/http/dev-mailbox.ts'

/** The address that the built server prints when it starts, from the secret in its data folder. */
export function devMailOf({ dataDir }: { dataDir: string }) {
  return devMailPath(createSecrets(readFileSync(join(dataDir, 'auth-secret'), 'utf8').trim()))
}
