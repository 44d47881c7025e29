import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { importClub } from '#firebase/import-club.ts'
import { readFolder } from '#firebase/read-folder.ts'
import { readSourceClub } from '#firebase/source-club.ts'
import { cookieOf, logIn } from '../account-requests.ts'
import type { TestClub } from '../club.ts'
import { emptyFolder } from '../empty-folder.ts'
import { type Former, filesWith } from './small-club.ts'

/** A folder with these files, removed on disposal. */
export async function createFolder(files: Record<string, string | Uint8Array>) {
  const place = emptyFolder()
  for (const [name, content] of Object.entries(files)) {
    const path = join(place.folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  return place
}

/** Reads the files as the club would, with its own clock. */
export async function readFormer({ ctx }: Pick<TestClub, 'ctx'>, files: Record<string, string | Uint8Array>) {
  using place = await createFolder(files)
  return readSourceClub(await readFolder(place.folder), {
    now: new Date(ctx.clock.now()),
    today: ctx.days.today(ctx.clock.now()),
    dayOf: (at) => ctx.days.today(at.getTime()),
    timeZone: ctx.club.timeZone,
    emailDomain: ctx.club.emailDomain,
  })
}

/** The complete import in the club itself. Pictures have to be where they are read from. */
export async function moveIn(club: TestClub, files: Record<string, string | Uint8Array>) {
  return importClub(club.ctx, await readFormer(club, files), () => {})
}

/** The complete import of an export with these documents. */
export async function moveInWith(club: TestClub, former: Former) {
  return moveIn(club, await filesWith(former))
}

/** The API as someone who signs in with this password. */
export async function callerOf(club: TestClub, email: string, password: string) {
  return club.caller(cookieOf(await logIn(club, email, password)))
}
