import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// The server and its commands go by the same settings, whoever starts them: those of quiver.env beside package.json, where
// there is one (deploy/quiver.env.example). What the environment says comes before it. Nothing here is too new for a Node
// that sets the project up; one that can't read such a file leaves it to the project's own.
const file = join(dirname(dirname(fileURLToPath(import.meta.url))), 'quiver.env')
if (process.loadEnvFile && fs.existsSync(file)) {
  try {
    process.loadEnvFile(file)
  } catch {
    // Node says of a file that it may not read that there is none.
    process.stderr.write(
      `${file} can't be read by this user. Give it to the user that the server runs as: chown quiver: ${file}\n`,
    )
    process.exit(2)
  }
}
