import type { Look } from './looks.ts'

type Tones = readonly [light: string, shadow: string]

/** Head, features, and what is worn on the face. */
export function faceSvg(look: Look, [light, shadow]: Tones, hair: string) {
  const covered = look.hair === 'hijab'
  const brow = look.hair === 'bald' || look.hairColour === 'blond' || look.hairColour === 'teal' ? '#5b4334' : hair
  return `<clipPath id="face"><path d="${head}"/></clipPath>
${covered ? '' : ears(light, shadow, look.earrings ?? false)}<path d="${head}" fill="${light}"/>
<g clip-path="url(#face)"><path d="M150 40C172 70 176 140 136 180H190V40Z" fill="${shadow}" opacity=".22"/>
${look.beard ? beards[look.beard](hair) : ''}
<ellipse cx="101" cy="138" rx="10" ry="7" fill="#e5604f" opacity=".16"/><ellipse cx="155" cy="138" rx="10" ry="7" fill="#e5604f" opacity=".16"/></g>
${look.freckles ? freckles(shadow) : ''}
<path d="M129 118C133 127 136 132 134 135C132 138 126 138 123 136" fill="none" stroke="${shadow}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>
<path d="M99 103C104 98 112 98 117 101M139 101C144 98 152 98 157 103" fill="none" stroke="${brow}" stroke-width="4.6" stroke-linecap="round"/>
${eyes(look.mouth === 'laugh')}
${look.beard === 'moustache' || look.beard === 'full' || look.beard === 'goatee' ? moustache(hair) : ''}${mouths[look.mouth](shadow)}
${look.glasses ? glasses[look.glasses] : ''}`
}

const head =
  'M84 112C84 76 104 56 128 56S172 76 172 112C172 134 168 148 158 160C150 170 140 176 128 176S106 170 98 160C88 148 84 134 84 112Z'

function ears(light: string, shadow: string, earrings: boolean) {
  const ear = (x: number) =>
    `<ellipse cx="${x}" cy="122" rx="9" ry="13" fill="${light}"/><ellipse cx="${x}" cy="123" rx="4" ry="7" fill="${shadow}" opacity=".55"/>${earrings ? `<circle cx="${x}" cy="139" r="4" fill="#f4c63a" stroke="#c99a1a" stroke-width="1.2"/>` : ''}`
  return ear(82) + ear(174)
}

/** Laughing, they are nearly closed. */
function eyes(laughing: boolean) {
  if (laughing)
    return '<path d="M101 118C104 112 113 112 116 118M140 118C143 112 152 112 155 118" fill="none" stroke="#2a211d" stroke-width="4.6" stroke-linecap="round"/>'
  const eye = (x: number) =>
    `<ellipse cx="${x}" cy="116" rx="5.4" ry="6.4" fill="#2a211d"/><circle cx="${x + 1.9}" cy="113.6" r="1.9" fill="#fff"/>`
  return eye(108) + eye(148)
}

const mouths: Record<Look['mouth'], (shadow: string) => string> = {
  smile: () =>
    '<path d="M113 149C119 157 137 157 143 149" fill="none" stroke="#8d3a34" stroke-width="4.4" stroke-linecap="round"/>',
  calm: () =>
    '<path d="M116 152C122 155 134 155 140 151" fill="none" stroke="#8d3a34" stroke-width="4.4" stroke-linecap="round"/>',
  grin: () =>
    '<path d="M112 148C118 151 138 151 144 148C142 159 136 162 128 162S114 159 112 148Z" fill="#fff" stroke="#8d3a34" stroke-width="3" stroke-linejoin="round"/>',
  laugh: () =>
    '<path d="M110 147C118 150 138 150 146 147C145 161 137 167 128 167S111 161 110 147Z" fill="#7d2b2b"/><path d="M112.500 149.500C120 151.500 136 151.500 143.500 149.500L142 154C134 156 122 156 114 154Z" fill="#fff"/><path d="M118 163C122 157 134 157 138 163C134 166.500 122 166.500 118 163Z" fill="#e5736f"/>',
}

const moustache = (hair: string) =>
  `<path d="M107 149C112 139 122 139 128 142C134 139 144 139 149 149C142 146 134 147 128 147S114 146 107 149Z" fill="${hair}"/>`

const beards: Record<NonNullable<Look['beard']>, (hair: string) => string> = {
  full: (hair) =>
    `<path d="M82 118C90 122 94 138 106 142C116 138 140 138 150 142C162 138 166 122 174 118V184H82Z" fill="${hair}"/>`,
  stubble: (hair) =>
    `<path d="M82 124C92 128 96 140 108 142C118 138 138 138 148 142C160 140 164 128 174 124V184H82Z" fill="${hair}" opacity=".24"/>`,
  goatee: (hair) =>
    `<path d="M112 156C118 152 138 152 144 156C146 172 138 180 128 180S110 172 112 156Z" fill="${hair}"/>`,
  moustache: () => '',
}

function freckles(shadow: string) {
  const spots = [
    [95, 130],
    [101, 133],
    [107, 130],
    [149, 130],
    [155, 133],
    [161, 130],
    [103, 127],
    [153, 127],
  ]
  return spots.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="1.5" fill="${shadow}"/>`).join('')
}

const frame = 'fill="#fff" fill-opacity=".22" stroke="#22242b" stroke-width="3.6"'
const bridge =
  '<path d="M124 115C126 112 130 112 132 115M90 113L84 110M166 113L172 110" fill="none" stroke="#22242b" stroke-width="3.6" stroke-linecap="round"/>'
const glasses: Record<NonNullable<Look['glasses']>, string> = {
  round: `<circle cx="107" cy="116" r="17" ${frame}/><circle cx="149" cy="116" r="17" ${frame}/>${bridge}`,
  square: `<rect x="90" y="103" width="34" height="26" rx="8" ${frame}/><rect x="132" y="103" width="34" height="26" rx="8" ${frame}/>${bridge}`,
}
