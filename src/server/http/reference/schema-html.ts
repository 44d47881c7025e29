import type { OpenAPI } from '@orpc/openapi'

export type Schema = OpenAPI.SchemaObject | OpenAPI.ReferenceObject

/** Describes a schema in words: the kind of value, followed by a list of its fields, if any. */
export function schemaHtml(schema: Schema): Html {
  return html`<span class="type">${kindOf(schema)}</span>${fieldsOf(schema)}`
}

function kindOf(schema: Schema): Html {
  if ('$ref' in schema) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return html`<a href="#schema-${name}">${name}</a>`
  }
  if ('const' in schema) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum) return oneOf(schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`))
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return oneOf(variants.map(kindOf))
  if (schema.type === 'array') return html`list of ${kindOf(schema.items)}`
  if (typeof schema.additionalProperties === 'object')
    return html`object; each value is a ${kindOf(schema.additionalProperties)}`
  if (schema.type === 'object' && !schema.properties) return html`empty object`
  if (schema.type === 'string') return html`text${lengthOf(schema)}`
  return html`${[schema.type ?? 'anything'].flat().map(wordFor).join(' or ')}`
}

function wordFor(type: string) {
  if (type === 'string') return 'text'
  return type === 'integer' ? 'whole number' : type
}

function lengthOf({ minLength, maxLength }: OpenAPI.SchemaObject) {
  if (maxLength === undefined) return null
  return minLength ? html`, ${minLength} to ${maxLength} characters` : html`, at most ${maxLength} characters`
}

function oneOf(kinds: Html[]): Html {
  return kinds.reduce((all, kind) => html`${all} or ${kind}`)
}

function fieldsOf(schema: Schema): Html | null {
  if ('$ref' in schema) return null
  if (schema.type === 'array') return fieldsOf(schema.items)
  const variant = (schema.anyOf ?? schema.oneOf)?.find((each) => !('$ref' in each) && each.properties)
  if (variant) return fieldsOf(variant)
  if (!schema.properties) return null
  const required = schema.required ?? []
  return html`<ul class="fields">${Object.entries(schema.properties).map(([name, field]) =>
    fieldHtml(name, field, required.includes(name)),
  )}</ul>`
}

export function fieldHtml(name: string, field: Schema, required: boolean): Html {
  return html`<li><code class="name">${name}</code> ${required ? null : html`<em>optional</em> `}${schemaHtml(field)}</li>`
}

/** Text that is already HTML. The template tag `html` escapes everything else. */
export type Html = { html: string }
type HtmlValue = Html | string | number | null | undefined | HtmlValue[]

export function html(texts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return { html: texts.reduce((all, text, i) => all + write(values[i - 1]) + text) }
}

function write(value: HtmlValue): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(write).join('')
  if (typeof value === 'object') return value.html
  return String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
