import type { PersonKey } from '../acts.ts'
import { bodySvg, sceneSvg } from './body.ts'
import { faceSvg } from './face.ts'
import { hairBefore, hairBehind } from './hair.ts'
import { cloths, hairColours, looks, skins } from './looks.ts'

/** Somebody of the demo club, drawn: a square, of which the app shows a round. @param n tells neighbours' grounds apart */
export function portraitSvg(key: PersonKey, n: number, pixels: number) {
  const look = looks[key]
  if (!look) throw new Error(`No portrait is defined for ${key}`)
  const skin = skins[look.skin]
  const [light, shadow] = hairColours[look.hairColour]
  const cloth = cloths[look.cloth]
  const paint = { light, shadow, cloth: worn(look.hair, look.cloth) }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="${pixels}" height="${pixels}">${sceneSvg(look.scene, n)}
<g transform="translate(128 262) scale(1.17) translate(-128 -250)">${hairBehind(look.hair, paint)}${bodySvg(look.clothes, cloth, skin, look.guard ?? false)}${faceSvg(look, skin, shadow)}${hairBefore(look.hair, paint)}</g></svg>`
}

const scarves = { navy: cloths.lilac, rose: cloths.teal } as const
const hats = { white: cloths.red, sand: cloths.moss, moss: cloths.sand, rust: cloths.teal } as const

/** What is worn on the head has a colour of its own. */
function worn(hair: string, cloth: keyof typeof cloths) {
  const others: Partial<Record<keyof typeof cloths, readonly [string, string]>> = hair === 'hijab' ? scarves : hats
  return others[cloth] ?? cloths[cloth]
}
