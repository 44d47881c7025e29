import type { EmailTemplate, MailCode, MailFact } from './email-template.ts'
import { type Html, html } from './html.ts'
import { style, styleSheet } from './layout-style.ts'
import { mailPalette } from './palette.ts'

const { light } = mailPalette
/** Keeps the inbox's preview from running on into the mail. */
const filler: Html = { markup: '&#847;&zwnj;&nbsp;'.repeat(45) }

/**
 * The frame of every mail: tables, because Outlook lays out nothing else; one column of at most 600 pixels; nothing loaded
 * from anywhere, so that opening it tells nobody.
 */
export function renderHtml(words: EmailTemplate, frame: { greeting: string; clubName: string }) {
  const { subject, preview, title, lines, facts = [], after, why, stop } = words
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
${button(words.button)}
${words.code ? codeBox(words.code) : ''}
${ifHidden(words.button)}
${after.map(small)}
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

/** The mark is drawn, not loaded; Outlook, which would draw a bar, has the name alone. */
function head(clubName: string) {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<!--[if !mso]><!--><td width="44" valign="top" style="width:44px"><div class="mark" style="${style.mark}">&nbsp;</div></td><!--<![endif]-->
<td class="ink" valign="middle" style="${style.club}">${clubName}</td>
</tr></table>`
}

/** What is no more stands struck through below what is, and says so to who hears it. */
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

/** 52 pixels high all over, in Outlook by the cell's padding. */
function button({ label, url }: EmailTemplate['button']) {
  return html`<table role="presentation" class="wide" cellpadding="0" cellspacing="0" border="0">
<tr><td style="${style.gap}"><table role="presentation" class="wide" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="button" align="center" bgcolor="${light.gold}" style="${style.button}"><a class="press" href="${url}" style="${style.press}">${label}</a></td>
</tr></table></td></tr></table>`
}

function ifHidden({ url }: EmailTemplate['button']) {
  return html`<p class="muted" style="${style.small}">If the button doesn’t work, open this link:<br><a class="link" href="${url}" style="${style.link}">${url}</a></p>`
}

/** In letters of one width, apart from each other, so that it is read off without a mistake. */
function codeBox({ lead, page, act, code }: MailCode) {
  return html`<p class="ink" style="${style.line}">${lead} <a class="link" href="${page}" style="${style.link}">${page}</a> ${act}:</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td style="${style.gapBelow}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="paper ink code" align="center" bgcolor="${light.paper}" style="${style.code}">${code}</td>
</tr></table></td></tr></table>`
}

function smallCode({ lead, page, act, code }: MailCode) {
  return html`<p class="muted" style="${style.note}">${lead} <a class="link" href="${page}" style="${style.link}">${page}</a> ${act}: <strong style="${style.smallCode}">${code}</strong></p>`
}
