import { mailFace, mailPalette } from './palette.ts'

const { light, dark } = mailPalette
const fonts = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const codeFonts = "ui-monospace,Menlo,Consolas,'Courier New',monospace"

/**
 * Inline styles, for the many programs that read nothing else: they are the light look. Each has a class of the same name
 * for those that follow the style element into the dark.
 */
export const style = {
  body: `margin:0;padding:0;width:100%;background-color:${light.paper};-webkit-text-size-adjust:100%`,
  /** Read out in the inbox, not shown in the mail. */
  preview: 'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all',
  page: `padding:32px 16px;background-color:${light.paper}`,
  column: 'width:100%;max-width:600px;margin:0 auto',
  head: 'padding:0 4px 20px',
  club: `font:700 18px/24px ${fonts};color:${light.ink};overflow-wrap:anywhere`,
  mark: `width:30px;height:30px;border:1px solid ${mailFace.black};border-radius:50%;font-size:0;line-height:0;background-color:${mailFace.black};background-image:radial-gradient(circle closest-side,${mailFace.gold} 0 25%,${mailFace.red} 26% 49%,${mailFace.blue} 50% 74%,${mailFace.black} 75%)`,
  card: `padding:40px;background-color:${light.surface};border:1px solid ${light.line};border-radius:16px`,
  title: `margin:0 0 20px;font:700 28px/34px ${fonts};color:${light.ink};overflow-wrap:anywhere`,
  line: `margin:0 0 16px;font:400 16px/25px ${fonts};color:${light.ink};overflow-wrap:anywhere`,
  small: `margin:0 0 12px;font:400 15px/23px ${fonts};color:${light.muted};overflow-wrap:anywhere`,
  note: `margin:0 0 4px;font:400 13px/20px ${fonts};color:${light.muted};overflow-wrap:anywhere`,
  facts: `width:100%;margin:4px 0 12px;border-top:1px solid ${light.line};border-bottom:1px solid ${light.line}`,
  label: `padding:12px 12px 12px 0;font:700 15px/24px ${fonts};color:${light.muted}`,
  value: `padding:12px 0;font:400 16px/24px ${fonts};color:${light.ink};overflow-wrap:anywhere`,
  before: `font:400 15px/23px ${fonts};color:${light.muted}`,
  gap: 'padding:12px 0 28px',
  gapBelow: 'padding:0 0 24px',
  code: `padding:16px 12px;border:1px solid ${light.line};border-radius:10px;background-color:${light.paper};font:700 28px/36px ${codeFonts};letter-spacing:3px;color:${light.ink};white-space:nowrap`,
  smallCode: `font-family:${codeFonts};letter-spacing:1px;white-space:nowrap`,
  button: `border-radius:10px;background-color:${light.gold};mso-padding-alt:14px 32px`,
  press: `display:block;padding:14px 32px;border-radius:10px;font:700 17px/24px ${fonts};color:${light['on-gold']};text-align:center;text-decoration:none`,
  link: `color:${light['blue-text']};text-decoration:underline;word-break:break-all`,
  stop: `display:inline-block;padding:12px 0;color:${light['blue-text']};text-decoration:underline`,
  foot: 'padding:20px 4px 0',
} as const

/** In the dark and on narrow screens. The second form of each rule is for Outlook on the web, which marks its dark look so. */
export const styleSheet = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:599px){.page{padding:20px 12px !important}.card{padding:28px 20px !important}.wide{width:100% !important}.title{font-size:25px !important;line-height:31px !important}}
@media (prefers-color-scheme:dark){${darkRules('')}}
${darkRules('[data-ogsc] ')}
${darkRules('[data-ogsb] ')}
`

function darkRules(within: string) {
  const rule = (classes: string, declarations: string) =>
    `${classes
      .split(' ')
      .map((name) => `${within}.${name}`)
      .join(',')}{${declarations}}`
  return [
    rule('paper', `background-color:${dark.paper} !important`),
    rule('card', `background-color:${dark.surface} !important;border-color:${dark.line} !important`),
    rule('code', `border-color:${dark.line} !important`),
    rule('facts', `border-color:${dark.line} !important`),
    rule('ink', `color:${dark.ink} !important`),
    rule('muted', `color:${dark.muted} !important`),
    rule('mark', `border-color:${dark.muted} !important`),
    rule('button', `background-color:${dark.gold} !important`),
    rule('press', `color:${dark['on-gold']} !important`),
    rule('link', `color:${dark['blue-text']} !important`),
  ].join('')
}
