import type { EmailTemplate, MailAsk, MailCode, MailFact, MailLink } from './email-template.ts'

/**
 * The app's colors that emails use. They are copied, because the server must not import the web app's sources;
 * test/palettes.test.ts checks that they equal those in src/web/ui/tokens.ts.
 */
export const mailPalette = {
  light: {
    paper: '#FAF8F3',
    surface: '#FFFFFF',
    ink: '#15171C',
    muted: '#4B505A',
    line: '#DDD8CB',
    gold: '#FFD21F',
    'on-gold': '#15171C',
    'blue-text': '#005EA8',
  },
  dark: {
    paper: '#101216',
    surface: '#1A1D23',
    ink: '#F5F3EE',
    muted: '#B3B8C2',
    line: '#343943',
    gold: '#FFD95A',
    'on-gold': '#15171C',
    'blue-text': '#66C7F4',
  },
} as const

/** Target face colors, for the logo next to the club's name. */
export const mailFace = { gold: '#FFE14D', red: '#E8303F', blue: '#3FB4E5', black: '#15171C' } as const

const { light, dark } = mailPalette
const fonts = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const codeFonts = "ui-monospace,Menlo,Consolas,'Courier New',monospace"

/**
 * Inline styles for the light mode, because many email programs ignore everything else. Some elements also have a class, which the style
 * element uses for dark mode.
 */
const style = {
  body: `margin:0;padding:0;width:100%;background-color:${light.paper};-webkit-text-size-adjust:100%`,
  /** Shown in the inbox, hidden in the email. */
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
  ask: `width:100%;margin:0 0 20px;border-top:1px solid ${light.line}`,
  askTitle: `margin:0 0 4px;padding:20px 0 0;font:700 19px/26px ${fonts};color:${light.ink};overflow-wrap:anywhere`,
  askFact: `margin:0;font:400 16px/24px ${fonts};color:${light.ink};overflow-wrap:anywhere`,
  askLabel: `color:${light.muted}`,
  replies: 'padding:14px 0 8px',
  reply: `border:1px solid ${light['blue-text']};border-radius:10px;mso-padding-alt:11px 8px`,
  pressReply: `display:block;padding:11px 4px;border-radius:10px;font:700 15px/22px ${fonts};color:${light['blue-text']};text-align:center;text-decoration:none;white-space:nowrap`,
  link: `color:${light['blue-text']};text-decoration:underline;word-break:break-all`,
  stop: `display:inline-block;padding:12px 0;color:${light['blue-text']};text-decoration:underline`,
  foot: 'padding:20px 4px 0',
} as const

/** Dark mode and narrow screens. The second form of each rule is for Outlook on the web, which marks dark mode with attributes. */
const styleSheet = `
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
    rule('facts ask', `border-color:${dark.line} !important`),
    rule('ink', `color:${dark.ink} !important`),
    rule('muted', `color:${dark.muted} !important`),
    rule('mark', `border-color:${dark.muted} !important`),
    rule('button', `background-color:${dark.gold} !important`),
    rule('reply', `border-color:${dark['blue-text']} !important`),
    rule('press-reply', `color:${dark['blue-text']} !important`),
    rule('press', `color:${dark['on-gold']} !important`),
    rule('link', `color:${dark['blue-text']} !important`),
  ].join('')
}

/** Invisible padding, so that the inbox preview doesn't continue with the email's text. */
const filler: Html = { markup: '&#847;&zwnj;&nbsp;'.repeat(45) }

/**
 * Renders an email as HTML: tables, because Outlook supports no other layout; one column of at most 600 pixels; no external resources,
 * so that opening it can't be tracked.
 */
export function renderHtml(words: EmailTemplate, frame: { greeting: string; clubName: string }) {
  const { subject, preview, title, lines, facts = [], asks = [], after, why, stop } = words
  const css: Html = { markup: styleSheet }
  const line = (text: string) => html`<p class="ink" style="${style.line}">${text}</p>`
  const small = (text: string) => html`<p class="muted" style="${style.small}">${text}</p>`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${subject}</title>
<style>${css}</style>
</head>
<body class="paper" style="${style.body}">
<div style="${style.preview}">${preview}
${filler}</div>
<div role="article" aria-roledescription="email" aria-label="${subject}" lang="en">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="paper page" align="center" bgcolor="${light.paper}" style="${style.page}">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.column}">
<tr><td align="left" style="${style.head}">${head(frame.clubName)}</td></tr>
<tr><td class="card" align="left" bgcolor="${light.surface}" style="${style.card}">
<h1 class="ink title" style="${style.title}">${title}</h1>
${[frame.greeting, ...lines].map(line)}
${facts.length === 0 ? '' : list(facts)}
${asks.map(ask)}
${button(words.button)}
${words.code ? codeBox(words.code) : ''}
${after.map(small)}
${fallbackLink(words.button)}
</td></tr>
<tr><td align="left" style="${style.foot}">
<p class="muted" style="${style.note}"><strong>${frame.clubName}</strong></p>
<p class="muted" style="${style.note}">${why}</p>
${
  stop
    ? html`<p class="muted" style="${style.note}"><a class="link" href="${stop.url}" style="${style.stop}">${stop.label}</a></p>
${smallCode(stop.code)}`
    : ''
}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</div>
</body>
</html>
`.markup
}

/** The logo is drawn with CSS, not loaded; Outlook would draw a bar, so it gets only the name. */
function head(clubName: string) {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<!--[if !mso]><!--><td width="44" valign="top" style="width:44px"><div class="mark" style="${style.mark}">&nbsp;</div></td><!--<![endif]-->
<td class="ink" valign="middle" style="${style.club}">${clubName}</td>
</tr></table>`
}

/** A previous value appears struck through below the current one, with "was:" for screen readers. */
function list(facts: MailFact[]) {
  const row = ({ label, value, before }: MailFact) => html`<tr>
<th class="muted" scope="row" align="left" valign="top" width="64" style="${style.label}">${label}</th>
<td class="ink" align="left" valign="top" style="${style.value}">${value}${
    before === undefined ? '' : html`<br><span class="muted" style="${style.before}">was: <s>${before}</s></span>`
  }</td>
</tr>`
  return html`<table class="facts" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.facts}">
${facts.map(row)}
</table>`
}

/** Three replies side by side; a phone's width is enough for them. */
function ask({ title, facts, replies, calendar }: MailAsk) {
  const fact = ({ label, value }: MailFact) =>
    html`<p class="ink" style="${style.askFact}"><span class="muted" style="${style.askLabel}">${label}:</span> ${value}</p>`
  const reply = ({ label, url }: MailLink) =>
    html`<td class="reply" width="32%" align="center" style="${style.reply}"><a class="press-reply" href="${url}" style="${style.pressReply}">${label}</a></td>`
  const gap: Html = { markup: '<td width="2%" style="font-size:0">&nbsp;</td>' }
  return html`<table class="ask" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.ask}"><tr><td>
<h2 class="ink" style="${style.askTitle}">${title}</h2>
${facts.map(fact)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:separate"><tr><td style="${style.replies}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:separate"><tr>
${replies.flatMap((each, i) => (i === 0 ? [reply(each)] : [gap, reply(each)]))}
</tr></table></td></tr></table>
<p class="muted" style="${style.note}"><a class="link" href="${calendar.url}" style="${style.stop}">${calendar.label}</a></p>
</td></tr></table>`
}

/** 52 pixels high everywhere; in Outlook that comes from the cell's padding. */
function button({ label, url }: EmailTemplate['button']) {
  return html`<table role="presentation" class="wide" cellpadding="0" cellspacing="0" border="0">
<tr><td style="${style.gap}"><table role="presentation" class="wide" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="button" align="center" bgcolor="${light.gold}" style="${style.button}"><a class="press" href="${url}" style="${style.press}">${label}</a></td>
</tr></table></td></tr></table>`
}

function fallbackLink({ url }: EmailTemplate['button']) {
  return html`<p class="muted" style="${style.small}">If the button doesn’t work, open this link:<br><a class="link" href="${url}" style="${style.link}">${url}</a></p>`
}

/** Monospaced and spaced out, so that it is easy to copy without mistakes. */
function codeBox({ lead, page, act, code }: MailCode) {
  return html`<p class="ink" style="${style.line}">${lead} <a class="link" href="${page}" style="${style.link}">${page}</a> ${act}:</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td style="${style.gapBelow}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="paper ink code" align="center" bgcolor="${light.paper}" style="${style.code}">${code}</td>
</tr></table></td></tr></table>`
}

function smallCode({ lead, page, act, code }: MailCode) {
  return html`<p class="muted" style="${style.note}">${lead} <a class="link" href="${page}" style="${style.link}">${page}</a> ${act}: <strong style="${style.smallCode}">${code}</strong></p>`
}

/** Trusted markup: made by `html`, which escapes every text put into it. */
type Html = { readonly markup: string }
type HtmlPart = string | Html | readonly Html[]

function html(strings: TemplateStringsArray, ...ctx: HtmlPart[]): Html {
  return { markup: strings.map((text, i) => text + (i < ctx.length ? asMarkup(ctx[i]) : '')).join('') }
}

function asMarkup(part: HtmlPart | undefined): string {
  if (part === undefined) return ''
  if (typeof part === 'string') return escapeHtml(part)
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('\n')
}

/** Escapes text for use between tags and in quoted attributes. */
export function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
