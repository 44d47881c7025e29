import type { PersonKey } from '../acts.ts'
import type { Clothes, Scene } from './body.ts'
import type { Hair } from './hair.ts'

/** How somebody of the demo club looks in their picture. */
export type Look = {
  skin: keyof typeof skins
  hair: Hair
  hairColour: keyof typeof hairColours
  clothes: Clothes
  cloth: keyof typeof cloths
  scene: Scene
  mouth: 'smile' | 'laugh' | 'calm' | 'grin'
  glasses?: 'round' | 'square'
  beard?: 'full' | 'stubble' | 'moustache' | 'goatee'
  earrings?: boolean
  freckles?: boolean
  /** The strap of a chest guard. */
  guard?: boolean
}

/** Light and shadow. */
export const skins = {
  porcelain: ['#fbdcc8', '#eebfa4'],
  fair: ['#f3c6a5', '#dfa37e'],
  olive: ['#dfae82', '#c48d61'],
  tan: ['#c98f62', '#ab7148'],
  brown: ['#9c6542', '#7d4c2f'],
  deep: ['#6f4530', '#553223'],
} as const

/** Light and shadow. */
export const hairColours = {
  black: ['#24202a', '#15121a'],
  espresso: ['#3c2a24', '#281b17'],
  brown: ['#6a432c', '#4f301f'],
  chestnut: ['#8a4f2d', '#6b3b20'],
  auburn: ['#a8492a', '#86361d'],
  ginger: ['#d2703a', '#b05827'],
  honey: ['#c9924c', '#a87534'],
  blond: ['#e8c679', '#cba557'],
  silver: ['#b9bcc4', '#989ca6'],
  teal: ['#2f8f8c', '#20706e'],
  plum: ['#7b3f73', '#5e2c58'],
} as const

/** Light and shadow; the first four are a target's. */
export const cloths = {
  gold: ['#f4c63a', '#d3a41c'],
  red: ['#d93a45', '#b32733'],
  blue: ['#3d8fd1', '#2a70ab'],
  ink: ['#33363f', '#22242b'],
  white: ['#f4f2ec', '#d9d5ca'],
  moss: ['#5d7f4d', '#466339'],
  rust: ['#c06a3b', '#9b5029'],
  navy: ['#2d4263', '#1e2f4a'],
  lilac: ['#9a86c4', '#7a66a5'],
  rose: ['#d88a94', '#b96a76'],
  sand: ['#cdb48a', '#ab9168'],
  teal: ['#2f8580', '#206661'],
} as const

type Row = [
  skin: Look['skin'],
  hair: Hair,
  hairColour: Look['hairColour'],
  clothes: Clothes,
  cloth: Look['cloth'],
  scene: Scene,
  mouth: Look['mouth'],
  more?: Pick<Look, 'glasses' | 'beard' | 'earrings' | 'freckles' | 'guard'>,
]

const rows: Record<PersonKey, Row> = {
  'kai.nakamura': ['fair', 'sweep', 'black', 'jacket', 'gold', 'rings', 'smile', { earrings: true }],
  'priya.raman': ['tan', 'wavy', 'espresso', 'collar', 'blue', 'sun', 'laugh', { earrings: true }],
  'jonah.weiss': [
    'porcelain',
    'curls',
    'brown',
    'hoodie',
    'ink',
    'field',
    'smile',
    { glasses: 'round', beard: 'full' },
  ],
  'maya.okafor': ['deep', 'puffs', 'black', 'crew', 'gold', 'sky', 'laugh', { earrings: true, guard: true }],
  'leo.fischer': ['fair', 'quiff', 'honey', 'hoodie', 'blue', 'plain', 'grin'],
  'pavel.novak': ['porcelain', 'short', 'brown', 'crew', 'moss', 'field', 'calm', { beard: 'stubble' }],
  'emma.sullivan': ['porcelain', 'ponytail', 'ginger', 'crew', 'teal', 'sky', 'smile', { freckles: true, guard: true }],
  'mateo.garcia': ['olive', 'quiff', 'black', 'collar', 'white', 'rings', 'grin', { beard: 'stubble' }],
  'aisha.rahman': ['tan', 'hijab', 'espresso', 'crew', 'navy', 'sun', 'smile'],
  'liam.oconnor': ['porcelain', 'beanie', 'ginger', 'jacket', 'moss', 'field', 'calm', { beard: 'full' }],
  'hannah.kowalski': ['fair', 'braids', 'blond', 'hoodie', 'rose', 'sky', 'smile'],
  'noah.bennett': ['brown', 'crop', 'black', 'crew', 'red', 'plain', 'grin', { guard: true }],
  'sofia.petrova': ['porcelain', 'long', 'espresso', 'neck', 'ink', 'plain', 'calm', { earrings: true }],
  'ethan.park': ['fair', 'bowl', 'black', 'hoodie', 'sand', 'sun', 'smile', { glasses: 'square' }],
  'zoe.lambert': ['fair', 'pixie', 'plum', 'jacket', 'ink', 'rings', 'grin', { earrings: true }],
  'daniel.osei': ['deep', 'fade', 'black', 'collar', 'lilac', 'sky', 'laugh'],
  'chloe.dubois': ['fair', 'bob', 'chestnut', 'neck', 'red', 'plain', 'smile'],
  'arjun.mehta': ['tan', 'short', 'black', 'crew', 'teal', 'field', 'smile', { beard: 'full', glasses: 'square' }],
  'grace.kim': ['porcelain', 'bob', 'black', 'collar', 'rose', 'sun', 'laugh'],
  'tomas.herrera': ['olive', 'cap', 'espresso', 'crew', 'white', 'field', 'grin', { beard: 'goatee' }],
  'ingrid.solberg': ['porcelain', 'bun', 'blond', 'jacket', 'red', 'sky', 'smile', { freckles: true }],
  'malik.johnson': ['brown', 'locs', 'black', 'hoodie', 'moss', 'rings', 'calm', { beard: 'goatee' }],
  'yuki.tanaka': ['fair', 'wolf', 'teal', 'crew', 'ink', 'plain', 'grin', { glasses: 'round' }],
  'caleb.whitaker': ['fair', 'cap', 'brown', 'jacket', 'sand', 'field', 'smile', { beard: 'stubble' }],
  'fatima.al-sayed': ['olive', 'hijab', 'black', 'crew', 'rose', 'sky', 'laugh', { glasses: 'round' }],
  'oliver.brandt': ['porcelain', 'short', 'blond', 'collar', 'navy', 'plain', 'calm', { glasses: 'square' }],
  'naomi.feldman': ['olive', 'curlyLong', 'brown', 'crew', 'lilac', 'sun', 'smile', { freckles: true }],
  'dmitri.volkov': ['fair', 'crop', 'brown', 'jacket', 'ink', 'rings', 'calm', { beard: 'moustache' }],
  'ruth.abebe': ['brown', 'afro', 'black', 'neck', 'rust', 'sun', 'laugh', { earrings: true }],
  'samuel.adeyemi': ['deep', 'bald', 'black', 'crew', 'blue', 'field', 'grin', { beard: 'full' }],
  'lucia.morales': ['tan', 'long', 'black', 'jacket', 'teal', 'rings', 'smile', { guard: true }],
  'wei.zhang': ['fair', 'fade', 'black', 'crew', 'red', 'sky', 'calm', { glasses: 'round' }],
  'freya.lindqvist': ['porcelain', 'braids', 'ginger', 'neck', 'moss', 'field', 'grin', { freckles: true }],
  'marcus.bell': ['brown', 'fade', 'espresso', 'hoodie', 'gold', 'plain', 'laugh', { beard: 'full' }],
  'anika.sharma': ['tan', 'ponytail', 'black', 'crew', 'rose', 'rings', 'smile', { glasses: 'square', guard: true }],
  'theo.papadakis': ['olive', 'curls', 'espresso', 'collar', 'rust', 'sky', 'grin', { beard: 'moustache' }],
  'isla.macleod': ['porcelain', 'wavy', 'auburn', 'hoodie', 'navy', 'field', 'laugh', { freckles: true }],
  'rafael.costa': ['tan', 'bucket', 'black', 'crew', 'white', 'sun', 'smile', { beard: 'stubble' }],
  'bao.nguyen': ['olive', 'bowl', 'espresso', 'jacket', 'blue', 'plain', 'grin'],
  'quinn.harper': ['fair', 'pixie', 'honey', 'collar', 'teal', 'rings', 'calm', { glasses: 'round', earrings: true }],
  'elena.rossi': ['olive', 'curlyLong', 'black', 'neck', 'red', 'plain', 'laugh', { earrings: true }],
  'tariq.hassan': ['tan', 'quiff', 'black', 'hoodie', 'ink', 'field', 'calm', { beard: 'full' }],
  'sage.holloway': ['brown', 'shaved', 'plum', 'jacket', 'moss', 'sun', 'smile', { earrings: true }],
  'abigail.turner': ['porcelain', 'fringe', 'brown', 'collar', 'sand', 'sky', 'smile', { glasses: 'round' }],
  'hiro.matsuda': ['fair', 'bun', 'black', 'crew', 'ink', 'rings', 'calm', { beard: 'goatee', guard: true }],
  'camille.laurent': ['brown', 'curlyLong', 'espresso', 'crew', 'white', 'sky', 'grin'],
  'jamal.carter': ['deep', 'locs', 'espresso', 'crew', 'rust', 'sun', 'laugh', { glasses: 'square' }],
  'nora.byrne': ['porcelain', 'fringe', 'auburn', 'jacket', 'navy', 'plain', 'calm', { freckles: true }],
  'viktor.hruska': ['fair', 'bald', 'brown', 'collar', 'moss', 'field', 'smile', { beard: 'full', glasses: 'round' }],
  'leila.haddad': ['olive', 'wavy', 'black', 'neck', 'gold', 'sky', 'smile', { earrings: true }],
  'owen.fletcher': ['porcelain', 'sweep', 'chestnut', 'hoodie', 'red', 'rings', 'grin', { freckles: true }],
  'simone.baptiste': [
    'deep',
    'bun',
    'black',
    'collar',
    'rose',
    'plain',
    'smile',
    { earrings: true, glasses: 'square' },
  ],
  'rosa.delgado': ['tan', 'braids', 'espresso', 'crew', 'blue', 'field', 'laugh', { guard: true }],
  'emeka.obi': ['deep', 'crop', 'black', 'jacket', 'teal', 'sun', 'smile'],
  'tess.vandermeer': ['fair', 'shaved', 'blond', 'hoodie', 'lilac', 'rings', 'grin', { earrings: true }],
  'ravi.iyer': [
    'brown',
    'sweep',
    'black',
    'collar',
    'gold',
    'plain',
    'smile',
    { beard: 'moustache', glasses: 'round' },
  ],
  'lena.hoffmann': ['fair', 'beanie', 'blond', 'jacket', 'rust', 'sky', 'laugh'],
  'ash.delaney': ['porcelain', 'wolf', 'silver', 'neck', 'ink', 'sun', 'calm', { earrings: true }],
  'mei-ling.chen': ['fair', 'ponytail', 'black', 'crew', 'red', 'rings', 'laugh'],
  'gus.lindgren': ['porcelain', 'bucket', 'blond', 'hoodie', 'moss', 'field', 'grin', { beard: 'full' }],
}

export const looks: Record<PersonKey, Look> = Object.fromEntries(
  Object.entries(rows).map(([key, [skin, hair, hairColour, clothes, cloth, scene, mouth, more]]) => [
    key,
    { skin, hair, hairColour, clothes, cloth, scene, mouth, ...more },
  ]),
)
