import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pictureFile } from '#domain/photos.ts'
import { writeHashConfig } from '#firebase/documents/account-document.ts'
import type { Secrets } from '#server/crypto/secrets.ts'
import { type ClubFiles, readWhole } from '#server/ops/files/club-files.ts'
import type { ExportedClub } from './export-club.ts'
import { FolderRefused, markFile } from './read-folder.ts'

/** Readable only by the owner: the files contain personal data. */
const mode = 0o600

/** Creates the folder, and refuses one that isn't empty before anything is exported. */
export async function prepareFolder(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0)
    throw new FolderRefused(`${folder} isn’t empty. Choose another folder, or move its contents somewhere else.`)
}

/**
 * Writes the export and returns the number of photos.
 * @param mark lets the club recognize its own export
 */
export async function writeFolder(folder: string, club: ExportedClub, files: Pick<ClubFiles, 'read'>, mark: string) {
  const write = (name: string, content: unknown) =>
    writeFile(join(folder, name), `${JSON.stringify(content, null, 1)}\n`, { mode })
  for (const [name, documents] of Object.entries(club.collections)) await write(`${name}.json`, documents)
  await write(markFile, { writtenBy: mark })
  await write('auth.json', { users: club.accounts })
  if (club.standardAccounts.length > 0) await write('auth-scrypt.json', { users: club.standardAccounts })
  if (club.hashConfig !== null)
    await writeFile(join(folder, 'hash-config.txt'), writeHashConfig(club.hashConfig), { mode })
  let pictures = 0
  if (club.pictures.length > 0) await mkdir(join(folder, 'pfp'))
  for (const { uid, ...picture } of club.pictures) {
    const content = await files.read(pictureFile(picture, 512))
    if (content === null) continue
    await writeFile(join(folder, 'pfp', `${uid}.webp`), await readWhole(content), { mode })
    pictures += 1
  }
  return pictures
}

/** Identifies this club's own exports: importing one into the same club would count everything twice. */
export function exportMark(secrets: Pick<Secrets, 'fingerprint'>) {
  return secrets.fingerprint('export firebase')
}
