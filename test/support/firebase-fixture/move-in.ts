import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { takeOver } from '#firebase/import-club.ts'
import { readFolder } from '#firebase/read-folder.ts'
import { readFormerClub } from '#firebase/source-club.ts'
import type { TestClub } from '../club.ts'

/** A folder with these files, gone when disposed of. */
export async function createFolder(files: Record<string, string | Uint8Array>) {
  const folder = await mkdtemp(join(tmpdir(), 'quiver-former-'))
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** Reads the files as the club would, by its own clock. */
export async function readFormer({ parts }: Pick<TestClub, 'parts'>, files: Record<string, string | Uint8Array>) {
  await using place = await createFolder(files)
  return readFormerClub(await readFolder(place.folder), {
    now: new Date(parts.clock.now()),
    today: parts.days.today(parts.clock.now()),
    dayOf: (at) => parts.days.today(at.getTime()),
    timeZone: parts.club.timeZone,
    emailDomain: parts.club.emailDomain,
  })
}

/** The whole import, within the club itself. Pictures have to lie where they are read from. */
export async function moveIn(club: TestClub, files: Record<string, string | Uint8Array>) {
  return takeOver(club.parts, await readFormer(club, files), () => {})
}

export function signIn(club: TestClub, email: string, password: string) {
  return club.visitor().send({ method: 'POST', path: '/api/auth/sign-in/email', body: { email, password } })
}
