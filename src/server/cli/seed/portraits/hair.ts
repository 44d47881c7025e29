/** Hair and what is worn on it, before and behind the face; drawn in a square of 256 in which the head is 88 wide. */
export type Hair = keyof typeof styles
type Paint = { light: string; shadow: string; cloth: readonly [light: string, shadow: string] }
type Style = { back?: (paint: Paint) => string; front: (paint: Paint) => string }

/** Pulled back from the forehead. */
const hairline = (fill: string) =>
  `<path d="M82 118C78 68 100 46 128 46S178 68 174 118C172 92 158 76 128 74C98 76 84 92 82 118Z" fill="${fill}"/>`
/** Parted in the middle, down to the ears. */
const parted = (fill: string) =>
  `<path d="M81 130C74 72 100 45 128 45S182 72 175 130C172 104 158 84 128 66C98 84 84 104 81 130Z" fill="${fill}"/>`
const circles = (fill: string, all: [x: number, y: number, r: number][]) =>
  all.map(([cx, cy, r]) => `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${fill}"/>`).join('')

const crown: [number, number, number][] = [
  [88, 92, 15],
  [94, 72, 17],
  [112, 58, 18],
  [134, 54, 18],
  [154, 64, 17],
  [166, 82, 15],
  [170, 98, 12],
  [84, 106, 11],
]

const styles = {
  short: {
    front: ({ light, shadow }) =>
      `<path d="M81 116C76 66 98 42 132 44C166 45 182 72 175 116L169 112C170 96 166 88 158 82C138 86 116 84 102 74C98 88 88 94 87 114Z" fill="${light}"/><path d="M102 74C108 64 120 58 136 58" fill="none" stroke="${shadow}" stroke-width="3.5" stroke-linecap="round"/>`,
  },
  crop: {
    front: ({ light }) =>
      `<path d="M83 112C80 70 102 50 128 50S176 70 173 112C170 94 166 80 154 76C138 72 118 72 102 76C90 80 86 94 83 112Z" fill="${light}"/>`,
  },
  fade: {
    front: ({ light, shadow }) =>
      `<path d="M83 116C81 92 86 80 94 70L162 70C170 80 175 92 173 116C170 98 166 88 158 82H98C90 88 86 98 83 116Z" fill="${shadow}" opacity=".6"/><path d="M90 84C84 58 104 42 128 42S172 58 166 84C160 76 148 74 128 74S96 76 90 84Z" fill="${light}"/>`,
  },
  quiff: {
    front: ({ light, shadow }) =>
      `<path d="M83 116C82 98 86 86 94 78L164 76C172 86 175 98 173 116C170 102 166 92 160 86H96C90 92 86 102 83 116Z" fill="${shadow}"/><path d="M88 88C80 62 98 48 112 46C126 28 168 30 174 56C178 72 172 82 166 88C160 76 140 82 120 76C106 74 96 78 88 88Z" fill="${light}"/><path d="M112 62C126 54 146 50 160 56" fill="none" stroke="${shadow}" stroke-width="3.5" stroke-linecap="round"/>`,
  },
  sweep: {
    front: ({ light, shadow }) =>
      `<path d="M80 124C72 70 96 40 134 42C170 44 186 78 175 124C172 106 168 96 160 90C138 94 112 84 104 72C102 92 88 100 80 124Z" fill="${light}"/><path d="M104 72C118 60 142 58 158 70M112 60C124 52 144 50 158 58" fill="none" stroke="${shadow}" stroke-width="3.5" stroke-linecap="round"/>`,
  },
  bowl: {
    front: ({ light, shadow }) =>
      `<path d="M79 122C72 68 98 42 128 42S184 68 177 122C174 112 172 104 166 98C152 92 142 98 128 94C114 98 104 92 90 98C84 104 82 112 79 122Z" fill="${light}"/><path d="M100 66C116 56 142 56 156 66" fill="none" stroke="${shadow}" stroke-width="3.5" stroke-linecap="round"/>`,
  },
  curls: {
    front: ({ light, shadow }) =>
      circles(light, crown) +
      circles(shadow, [
        [112, 60, 5],
        [136, 56, 5],
        [154, 70, 4.5],
        [96, 76, 4.5],
      ]),
  },
  afro: {
    back: ({ light }) =>
      `<circle cx="128" cy="92" r="70" fill="${light}"/>${circles(light, [
        [66, 110, 16],
        [190, 110, 16],
        [72, 72, 18],
        [184, 72, 18],
        [100, 38, 18],
        [156, 38, 18],
        [128, 30, 18],
        [80, 136, 14],
        [176, 136, 14],
      ])}`,
    front: ({ light }) => hairline(light),
  },
  puffs: {
    back: ({ light, shadow }) =>
      `${circles(light, [
        [76, 56, 27],
        [180, 56, 27],
      ])}${circles(shadow, [
        [86, 68, 5],
        [170, 68, 5],
      ])}`,
    front: ({ light, shadow }) => `${hairline(light)}<path d="M128 47V74" stroke="${shadow}" stroke-width="3"/>`,
  },
  locs: {
    back: ({ light, shadow }) =>
      [74, 88, 102, 154, 168, 182]
        .map(
          (x, i) =>
            `<path d="M${x} 84V${186 - (i % 3) * 9}" stroke="${i % 2 ? shadow : light}" stroke-width="13" stroke-linecap="round"/>`,
        )
        .join(''),
    front: ({ light, shadow }) =>
      `<path d="M79 122C72 68 98 43 128 43S184 68 177 122C172 96 160 80 128 78C96 80 84 96 79 122Z" fill="${light}"/><path d="M106 50C98 60 92 72 90 86M122 45C116 56 112 66 111 78M150 50C158 60 164 72 166 86M134 45C140 56 144 66 145 78" fill="none" stroke="${shadow}" stroke-width="3.5" stroke-linecap="round"/>`,
  },
  bald: {
    front: () =>
      '<path d="M104 70C112 62 122 60 132 60" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="5" stroke-linecap="round"/>',
  },
  pixie: {
    front: ({ light, shadow }) =>
      `<path d="M80 128C70 74 94 42 130 42C168 42 186 76 176 126C172 112 170 102 164 94C146 96 128 90 116 78C112 96 96 100 88 108C84 114 82 120 80 128Z" fill="${light}"/><path d="M116 78C122 66 136 60 150 64" fill="none" stroke="${shadow}" stroke-width="3.5" stroke-linecap="round"/>`,
  },
  shaved: {
    front: ({ light, shadow }) =>
      `<path d="M83 118C81 96 86 82 96 72L120 62V78C100 82 88 96 83 118Z" fill="${shadow}" opacity=".55"/><path d="M104 72C96 46 130 34 156 46C186 58 190 104 182 146C176 152 168 148 168 140C172 116 168 100 158 92C138 94 116 88 104 72Z" fill="${light}"/><path d="M114 66C130 56 156 60 168 82" fill="none" stroke="${shadow}" stroke-width="3.5" stroke-linecap="round"/>`,
  },
  wolf: {
    back: ({ light }) =>
      `<path d="M76 110C70 60 100 40 128 40S186 60 180 110L188 172L172 164L168 186L154 170H102L88 186L84 164L68 172Z" fill="${light}"/>`,
    front: ({ light, shadow }) =>
      `<path d="M79 134C72 72 98 42 128 42S184 72 177 134L168 108L160 116L152 92L140 100L128 84L114 100L104 92L96 116L88 108Z" fill="${light}"/><path d="M128 48V66M106 54L102 72M150 54L154 72" stroke="${shadow}" stroke-width="3.5" stroke-linecap="round"/>`,
  },
  bob: {
    back: ({ shadow }) =>
      `<path d="M74 112C68 62 98 40 128 40S188 62 182 112V164C176 176 156 176 150 168H106C100 176 80 176 74 164Z" fill="${shadow}"/>`,
    front: ({ light, shadow }) =>
      `<path d="M74 160C66 80 92 40 128 40S190 80 182 160C176 172 166 170 168 156C172 122 168 104 160 94C138 96 112 88 104 76C100 96 86 100 86 132C86 146 90 158 88 166C84 172 76 170 74 160Z" fill="${light}"/><path d="M104 76C116 62 136 58 152 64" fill="none" stroke="${shadow}" stroke-width="3.5" stroke-linecap="round"/>`,
  },
  fringe: {
    back: ({ shadow }) =>
      `<path d="M74 112C68 62 98 40 128 40S188 62 182 112L190 206C170 218 86 218 66 206Z" fill="${shadow}"/>`,
    front: ({ light, shadow }) =>
      `<path d="M70 196C66 80 90 40 128 40S190 80 186 196C180 204 170 200 170 192C174 150 174 120 168 100C150 92 142 96 128 94C114 96 106 92 88 100C82 120 82 150 86 192C86 200 76 204 70 196Z" fill="${light}"/><path d="M112 58V86M128 54V88M144 58V86" stroke="${shadow}" stroke-width="3" stroke-linecap="round"/>`,
  },
  long: {
    back: ({ shadow }) =>
      `<path d="M74 112C68 60 98 40 128 40S188 60 182 112L194 222C170 232 86 232 62 222Z" fill="${shadow}"/>`,
    front: ({ light }) =>
      `<path d="M64 214C66 90 86 42 128 42S190 90 192 214C184 222 170 218 170 208C176 150 172 100 128 66C84 100 80 150 86 208C86 218 72 222 64 214Z" fill="${light}"/>`,
  },
  wavy: {
    back: ({ shadow }) =>
      `<path d="M72 112C66 58 98 38 128 38S190 58 184 112C198 132 186 146 194 164C204 186 190 204 196 218C172 230 84 230 60 218C66 204 52 186 62 164C70 146 58 132 72 112Z" fill="${shadow}"/>`,
    front: ({ light }) =>
      `<path d="M62 210C56 190 62 178 66 166C72 150 62 136 72 116C72 66 96 40 132 42C168 44 186 74 184 116C194 136 184 150 190 166C196 184 200 196 194 210C186 220 172 212 174 200C180 180 166 168 172 148C176 128 172 104 160 92C138 92 114 84 106 72C102 92 84 108 84 132C90 152 76 168 82 190C88 206 76 220 62 210Z" fill="${light}"/>`,
  },
  curlyLong: {
    back: ({ shadow }) =>
      circles(shadow, [
        [128, 84, 58],
        [74, 120, 22],
        [182, 120, 22],
        [68, 152, 22],
        [188, 152, 22],
        [74, 184, 22],
        [182, 184, 22],
        [96, 200, 18],
        [160, 200, 18],
      ]),
    front: ({ light }) =>
      circles(light, [
        ...crown,
        [76, 122, 14],
        [70, 144, 15],
        [70, 168, 15],
        [78, 190, 14],
        [180, 118, 14],
        [186, 142, 15],
        [186, 166, 15],
        [178, 188, 14],
      ]),
  },
  ponytail: {
    back: ({ light, shadow }) =>
      `<path d="M160 58C200 50 214 92 204 132C200 156 208 172 196 190C180 176 184 150 182 132C180 104 176 84 160 78Z" fill="${shadow}"/><path d="M166 62C190 62 200 92 194 126C190 92 182 78 166 74Z" fill="${light}"/>`,
    front: ({ light }) => hairline(light),
  },
  bun: {
    back: ({ light, shadow }) =>
      `<circle cx="128" cy="36" r="22" fill="${light}"/><path d="M112 36C118 26 136 24 144 34" fill="none" stroke="${shadow}" stroke-width="3.5" stroke-linecap="round"/>`,
    front: ({ light, shadow }) =>
      `${hairline(light)}<path d="M108 54C116 60 120 66 122 74M148 54C140 60 136 66 134 74" fill="none" stroke="${shadow}" stroke-width="3" stroke-linecap="round"/>`,
  },
  braids: {
    front: ({ light, shadow }) =>
      `${parted(light)}${[82, 174]
        .map((x) =>
          [142, 160, 178, 196, 213]
            .map(
              (y, i) =>
                `<ellipse cx="${x + (x < 128 ? -1 : 1) * Math.min(i, 2) * 3}" cy="${y}" rx="${11 - i * 0.9}" ry="11.5" fill="${i % 2 ? light : shadow}"/>`,
            )
            .join(''),
        )
        .join('')}<path d="M128 46V66" stroke="${shadow}" stroke-width="3"/>`,
  },
  hijab: {
    back: ({ cloth: [, shadow] }) =>
      `<path d="M70 118C66 62 96 34 128 34S190 62 186 118C190 160 204 190 214 232H42C52 190 66 160 70 118Z" fill="${shadow}"/>`,
    front: ({ cloth: [light, shadow] }) =>
      `<path fill-rule="evenodd" d="M72 122C66 64 96 36 128 36S190 64 184 122C182 158 178 178 196 210C172 240 104 244 62 212C78 180 74 158 72 122ZM128 68C102 68 88 88 88 116C88 148 106 172 128 172S168 148 168 116C168 88 154 68 128 68Z" fill="${light}"/><path d="M92 156C106 182 146 188 166 160M82 176C110 206 150 204 184 190" fill="none" stroke="${shadow}" stroke-width="4" stroke-linecap="round"/>`,
  },
  beanie: {
    back: ({ light }) =>
      `<path d="M78 108H178V150C176 160 164 158 164 148V120H92V148C92 158 80 160 78 150Z" fill="${light}"/>`,
    front: ({ cloth: [light, shadow] }) =>
      `<path d="M80 88C78 50 100 34 128 34S178 50 176 88Z" fill="${light}"/><rect x="75" y="76" width="106" height="24" rx="11" fill="${shadow}"/><circle cx="128" cy="32" r="12" fill="#f6f3ea"/>`,
  },
  cap: {
    back: ({ light }) =>
      `<path d="M80 96H176V128C174 136 168 134 168 126V108H88V126C88 134 82 136 80 128Z" fill="${light}"/>`,
    front: ({ cloth: [light, shadow] }) =>
      `<path d="M80 90C78 54 100 38 128 38S178 54 176 90Z" fill="${light}"/><path d="M74 92C92 76 164 76 182 92C186 98 178 101 170 98C148 90 108 90 86 98C78 101 70 98 74 92Z" fill="${shadow}"/><circle cx="128" cy="62" r="10" fill="#fdfbf4"/><circle cx="128" cy="62" r="6.6" fill="#d93a45"/><circle cx="128" cy="62" r="3.3" fill="#f4c63a"/>`,
  },
  bucket: {
    back: ({ light }) =>
      `<path d="M80 96H176V132C174 140 168 138 168 130V108H88V130C88 138 82 140 80 132Z" fill="${light}"/>`,
    front: ({ cloth: [light, shadow] }) =>
      `<path d="M90 76C90 48 104 38 128 38S166 48 166 76Z" fill="${light}"/><path d="M88 70C104 78 152 78 168 70L194 98C176 88 80 88 62 98Z" fill="${light}"/><path d="M88 70C104 78 152 78 168 70V76C152 84 104 84 88 76Z" fill="${shadow}"/>`,
  },
} satisfies Record<string, Style>

export function hairBehind(hair: Hair, paint: Paint) {
  const style: Style = styles[hair]
  return style.back?.(paint) ?? ''
}

export function hairBefore(hair: Hair, paint: Paint) {
  return styles[hair].front(paint)
}
