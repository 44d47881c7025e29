import type { PictureRefusal } from '#domain/photos.ts'
import {
  type ClubFileRefusal,
  clubFileEndings,
  largestClubFileBytes,
  largestLogoBytes,
} from '#domain/settings/club-file.ts'
import { type LogoContrast, leastOfLogo } from '#domain/settings/logo-contrast.ts'

const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`
const endings = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(
  clubFileEndings.filter((ending) => ending !== 'jpeg').map((ending) => ending.toUpperCase()),
)

/** Why a document can’t be uploaded, and what to do. */
export const clubFileRefusals: Record<ClubFileRefusal, string> = {
  name: 'Give the file a name first.',
  kind: `This kind of file can’t be uploaded. Choose a ${endings}.`,
  empty: 'This file is empty. Choose another one.',
  'too-large': `This file is too large (${megabytes(largestClubFileBytes)} max). Make it smaller, or link to it.`,
  'other-content': 'The content isn’t what the name says. Open the file and save it again, then choose the new one.',
}

export const logoRefusals: Record<PictureRefusal | 'too-large', string> = {
  'not-a-picture': 'That file type isn’t supported. Choose a PNG, JPEG, or WebP. Most programs export one from an SVG.',
  'too-many-pixels': 'This logo is too large (25 megapixels max). Choose a smaller one.',
  'too-large': `This logo is too large (${megabytes(largestLogoBytes)} max). Choose a smaller one.`,
  unreadable: 'This logo can’t be read. The file may be damaged. Choose another one.',
}

/** The names of the app's looks in the middle of a sentence. */
export const modeNames = { light: 'light mode', dark: 'dark mode', outdoor: 'outdoor mode' } as const

/** @param faint the modes in which it doesn't stand out */
export function logoTooFaint(faint: (keyof LogoContrast)[], contrast: LogoContrast) {
  const where = faint.map((mode) => `${ratio(contrast[mode])} in ${modeNames[mode]}`)
  return `This logo is hard to see: its contrast is ${new Intl.ListFormat('en-US').format(where)} and must be at least ${leastOfLogo}:1. Use a version with a background of its own.`
}

/** A contrast ratio as people write it. */
export function ratio(contrast: number) {
  return `${(Math.floor(contrast * 100) / 100).toLocaleString('en-US')}:1`
}
