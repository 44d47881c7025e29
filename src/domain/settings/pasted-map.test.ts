import { expect, test } from 'vitest'
import { readPastedMap } from './pasted-map.ts'

const google = 'https://www.google.com/maps/embed?pb=!1m18!2d-86.92230000049!3d40.4284!2m3'
const osm = 'https://www.openstreetmap.org/export/embed.html?bbox=1&marker='
const place = (latitude: string, longitude: string) => ({ latitude, longitude })

test.each<[pasted: string, embedUrl: string, place: object]>([
  [`<iframe src="${google}" width="600"></iframe>`, google, place('40.4284', '-86.9223')],
  [`See <IFRAME loading='lazy'\nsrc = ' ${google} '>`, google, place('40.4284', '-86.9223')],
  [` ${google} `, google, place('40.4284', '-86.9223')],
  ['https://a.example/?pb=!2d7!3d-40', 'https://a.example/?pb=!2d7!3d-40', place('-40', '7')],
  [`<iframe src="${osm.replace('&', '&amp;')}-40.5%2C-86"></iframe>`, `${osm}-40.5%2C-86`, place('-40.5', '-86')],
  [`${osm}40,86.25&layer=x`, `${osm}40,86.25&layer=x`, place('40', '86.25')],
  ['https://a.example/?bookmarker=1,2', 'https://a.example/?bookmarker=1,2', {}],
  ['The range', 'The range', {}],
])('%j is the map %s', (pasted, embedUrl, place) => expect(readPastedMap(pasted)).toEqual({ embedUrl, ...place }))
