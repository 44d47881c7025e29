/** Text that is HTML already. Whatever else is put into a template is escaped. */
export type Html = { html: string }
type Part = Html | string | number | null | undefined | Part[]

export function html(texts: TemplateStringsArray, ...values: Part[]): Html {
  return { html: texts.reduce((all, text, i) => all + write(values[i - 1]) + text) }
}

function write(part: Part): string {
  if (part === null || part === undefined) return ''
  if (Array.isArray(part)) return part.map(write).join('')
  if (typeof part === 'object') return part.html
  return String(part).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
