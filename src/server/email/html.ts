/** Markup of ours: what `html` has made, which escapes whatever text is put into it. */
export type Html = { readonly markup: string }
type Part = string | Html | readonly Html[]

export function html(strings: TemplateStringsArray, ...ctx: Part[]): Html {
  return { markup: strings.map((text, i) => text + (i < ctx.length ? asMarkup(ctx[i]) : '')).join('') }
}

function asMarkup(part: Part | undefined): string {
  if (part === undefined) return ''
  if (typeof part === 'string') return escapeHtml(part)
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('\n')
}

/** For text between tags and within quoted attributes. */
export function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
