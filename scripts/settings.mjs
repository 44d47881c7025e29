import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Loads quiver.env from next to package.json, if it exists (deploy/quiver.env.example), so that the server and its commands use the same
// settings. Variables in the environment win. This also runs on the machine's own Node during set-up; if that one is too old to read such
// a file, the project's own Node reads it later.
const file = join(dirname(dirname(fileURLToPath(import.meta.url))), 'quiver.env')
if (process.loadEnvFile && fs.existsSync(file)) {
  try {
    process.loadEnvFile(file)
  } catch {
    // Node reports an unreadable file as missing.
    process.stderr.write(
      `${file} can't be read by this user. Make it belong to the user the server runs as: chown quiver: ${file}\n`,
    )
    process.exit(2)
  }
}
