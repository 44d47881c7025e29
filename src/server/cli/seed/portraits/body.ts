/** What is behind and below the face, drawn in a square of 256. */
export type Scene = 'rings' | 'sun' | 'field' | 'sky' | 'plain'
export type Clothes = 'crew' | 'hoodie' | 'jacket' | 'collar' | 'neck'
type Tones = readonly [light: string, shadow: string]

/** Grounds, chosen so that neighbours in a list differ. */
const grounds: Record<Scene, readonly string[]> = {
  rings: ['#f7e3a6', '#cfe3f1', '#f6cfd0'],
  sun: ['#fbdcb4', '#f3c9c0', '#d9d2ee'],
  field: ['#cfe6f3', '#dcecd9', '#f6e7c6'],
  sky: ['#bfe0f2', '#cbe7df', '#d8d9f3'],
  plain: ['#e9e2d2', '#d3e3dc', '#ecd5cf'],
}

export function sceneSvg(scene: Scene, n: number) {
  const ground = grounds[scene][n % 3] ?? ''
  return `<rect width="256" height="256" fill="${ground}"/>${decor[scene](n)}`
}

const white = (opacity: number) => `fill="#fff" fill-opacity="${opacity}"`

const decor: Record<Scene, (n: number) => string> = {
  /** A target, seen close. */
  rings: (n) =>
    [112, 84, 56, 28]
      .map((r, i) => `<circle cx="${n % 2 ? 208 : 46}" cy="74" r="${r}" ${white(0.14 + 0.07 * i)}/>`)
      .join(''),
  sun: () => `<circle cx="128" cy="112" r="100" ${white(0.34)}/><circle cx="128" cy="112" r="78" ${white(0.28)}/>`,
  /** Hills, and a butt far away. */
  field: (n) => {
    const x = n % 2 ? 214 : 38
    return `<circle cx="${256 - x}" cy="52" r="22" fill="#fff4cf"/>
<path d="M0 172C46 148 92 150 136 166S222 184 256 158V256H0Z" fill="#a9c98f"/><path d="M0 198C60 176 120 186 172 196S232 204 256 190V256H0Z" fill="#8bb274"/>
<g><path d="M${x - 15} 198l10-34m20 34l-10-34" stroke="#8a6a45" stroke-width="4" stroke-linecap="round"/>
<circle cx="${x}" cy="156" r="18" fill="#fdfbf4"/><circle cx="${x}" cy="156" r="14" fill="#34373f"/><circle cx="${x}" cy="156" r="10.5" fill="#3d8fd1"/><circle cx="${x}" cy="156" r="7" fill="#d93a45"/><circle cx="${x}" cy="156" r="3.5" fill="#f4c63a"/></g>`
  },
  sky: (n) => {
    const cloud = (x: number, y: number, s: number) =>
      `<path transform="translate(${x} ${y}) scale(${s})" d="M0 22a14 14 0 0 1 6-27 20 20 0 0 1 38-3 15 15 0 0 1 12 30Z" ${white(0.75)}/>`
    return n % 2 ? cloud(14, 62, 0.9) + cloud(182, 104, 1.05) : cloud(190, 58, 0.95) + cloud(6, 112, 1)
  },
  plain: (n) => `<path d="${n % 2 ? 'M0 0H256L0 256Z' : 'M0 0H256V256Z'}" ${white(0.2)}/>`,
}

/** Shoulders and what is worn, with the neck. */
export function bodySvg(clothes: Clothes, [light, shadow]: Tones, skin: Tones, guard: boolean) {
  return `${clothes === 'hoodie' ? `<path d="M70 214C62 178 92 164 128 164S194 178 186 214Z" fill="${shadow}"/>` : ''}
<path d="M106 150H150V196C150 212 106 212 106 196Z" fill="${skin[1]}"/>
<path d="M22 262C24 218 50 204 100 192C106 208 150 208 156 192C206 204 232 218 234 262Z" fill="${light}"/>
<path d="M188 262C192 236 190 220 184 205C214 214 232 228 234 262Z" fill="${shadow}" opacity=".55"/>
${guard ? guardSvg : ''}${worn[clothes]({ light, shadow, skin: skin[0] })}`
}

/** A chest guard's strap over one shoulder, and its edge. */
const guardSvg = `<path d="M66 201L80 197L150 262H122Z" fill="#22242b" opacity=".85"/><path d="M150 262C138 240 146 218 172 202L188 207C176 224 184 246 190 262Z" fill="#22242b" opacity=".85"/>`

type Paint = { light: string; shadow: string; skin: string }
const worn: Record<Clothes, (paint: Paint) => string> = {
  crew: ({ shadow, skin }) =>
    `<path d="M100 192C104 216 152 216 156 192L162 194C158 226 98 226 94 194Z" fill="${shadow}"/><path d="M106 190C108 208 148 208 150 190Z" fill="${skin}" opacity="0"/>`,
  hoodie: ({ light, shadow }) =>
    `<path d="M92 186C78 196 76 208 84 220C96 214 112 232 128 240C144 232 160 214 172 220C180 208 178 196 164 186C158 208 140 220 128 222C116 220 98 208 92 186Z" fill="${light}"/>
<path d="M92 186C98 208 116 220 128 222C140 220 158 208 164 186" fill="none" stroke="${shadow}" stroke-width="4" stroke-linecap="round"/>
<path d="M114 232V256M142 232V256" stroke="#fff" stroke-width="4" stroke-linecap="round" opacity=".85"/>`,
  jacket: ({ light, shadow }) =>
    `<path d="M108 204L128 226L148 204L152 262H104Z" fill="#f6f3ea"/><path d="M100 190L88 198L106 236L128 224ZM156 190L168 198L150 236L128 224Z" fill="${light}" stroke="${shadow}" stroke-width="3" stroke-linejoin="round"/>
<path d="M106 236L110 262M150 236L146 262" stroke="${shadow}" stroke-width="3" stroke-linecap="round"/>`,
  collar: ({ light, shadow, skin }) =>
    `<path d="M108 198L128 236L148 198Z" fill="${skin}"/><path d="M102 188L92 200L116 232L128 212ZM154 188L164 200L140 232L128 212Z" fill="${light}" stroke="${shadow}" stroke-width="3" stroke-linejoin="round"/>
<path d="M128 236V262" stroke="${shadow}" stroke-width="3"/><circle cx="128" cy="248" r="2.6" fill="${shadow}"/>`,
  neck: ({ light, shadow }) =>
    `<path d="M101 178C110 186 146 186 155 178L158 200C150 216 106 216 98 200Z" fill="${light}"/><path d="M98 200C106 216 150 216 158 200" fill="none" stroke="${shadow}" stroke-width="3.5" stroke-linecap="round"/>
<path d="M101 180C112 189 144 189 155 180" fill="none" stroke="${shadow}" stroke-width="3" stroke-linecap="round"/>`,
}
