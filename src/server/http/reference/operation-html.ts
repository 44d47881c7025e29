import type { OpenAPI } from '@orpc/openapi'
import { fieldHtml, type Html, html, type Schema, schemaHtml } from './schema-html.ts'

export function operationHtml({ method, base, path, operation }: Listed): Html {
  const id = operation.operationId ?? path
  return html`<article id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${operation.summary}</h3>
<p class="route"><span class="method ${method}">${method.toUpperCase()}</span> <code><span class="base">${base}</span>${breakable(path)}</code></p>
<p>${withCode(operation.description ?? '')}</p>
<dl>${parametersHtml(operation)}${bodyHtml(operation)}${answersHtml(operation)}</dl>
${exampleHtml({ method, base, path, operation })}
</article>`
}

/** Turns text between backticks into `<code>`. */
function withCode(text: string) {
  return text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}

/** The curl command to copy, and an example of its response. */
function exampleHtml(listed: Listed) {
  const good = listed.operation.responses?.[200]
  const answer: unknown = good && 'content' in good ? good.content?.['application/json']?.example : undefined
  const name = `Example: ${listed.operation.summary}`
  return html`<details class="example"><summary><span class="visually-hidden">${name}</span><span aria-hidden="true">Example</span></summary>
<pre class="command"><code>${curlOf(listed)}</code></pre>
${answer === undefined ? null : html`<p>Answer</p><pre><code>${JSON.stringify(answer, null, 2)}</code></pre>`}</details>`
}

/** Allows a long path to wrap at its slashes. */
function breakable(path: string) {
  return path.split(/(?=\/)/).map((part) => html`<wbr>${part}`)
}

function parametersHtml({ parameters = [] }: OpenAPI.OperationObject) {
  const kinds = [
    { title: 'Path', where: 'path' },
    { title: 'Query', where: 'query' },
  ]
  return kinds.map(({ title, where }) => {
    const some = parameters.flatMap((each) => ('$ref' in each || each.in !== where ? [] : [each]))
    if (some.length === 0) return null
    return html`<dt>${title}</dt><dd><ul class="fields">${some.map(({ name, schema = {}, required = false }) =>
      fieldHtml(name, schema as Schema, required),
    )}</ul></dd>`
  })
}

function bodyHtml({ requestBody }: OpenAPI.OperationObject) {
  if (!requestBody || '$ref' in requestBody) return null
  const json = requestBody.content['application/json']
  if (!json) return html`<dt>Body</dt><dd>${requestBody.description}</dd>`
  const content = requestBody.required
    ? schemaHtml(json.schema ?? {})
    : html`none, but the content type is still required`
  return html`<dt>Body</dt><dd>${content}</dd>`
}

function answersHtml({ responses = {} }: OpenAPI.OperationObject) {
  const answers = Object.entries(responses).map(([status, response]) => ({ status, response }))
  const good = answers.filter(({ status }) => Number(status) < 400)
  const errors = answers.filter(({ status }) => Number(status) >= 400)
  return html`${good.map(({ status, response }) => html`<dt>${status}</dt><dd>${answerHtml(response)}</dd>`)}<dt>Errors</dt>
<dd class="errors">${errors.map(({ status, response }) =>
    '$ref' in response
      ? html`<a href="#error-${status}">${status}</a> `
      : html`<span>${status} ${response.description}</span> `,
  )}</dd>`
}

function answerHtml(response: OpenAPI.ResponseObject | OpenAPI.ReferenceObject) {
  if ('$ref' in response) return null
  const schema = response.content?.['application/json']?.schema
  return schema ? schemaHtml(schema) : html`${response.description}`
}

/**
 * The shell command of an operation's example. It takes the club's address from `$club` and the session from cookies.txt, both set
 * up in "Getting started" on the reference page.
 */
export function curlOf({ method, base, path, operation }: Listed): string {
  const { requestBody, security = [] } = operation
  const content = requestBody && 'content' in requestBody ? requestBody.content : {}
  const [type] = Object.keys(content)
  const body: unknown = content['application/json']?.example
  const first = ['curl', ...cookieOptions(operation, security)]
  if (method !== 'get' && (method !== 'post' || body === undefined)) first.push('-X', method.toUpperCase())
  const lines = [first.join(' ')]
  // One option per line, so that it fits on a phone.
  if (type !== undefined) lines.push(`-H content-type:${type}`)
  if (type !== undefined && type !== 'application/json') lines.push('--data-binary @picture.jpg')
  if (body !== undefined) lines.push(`-d ${quoted(JSON.stringify(body, null, 2))}`)
  return [...lines, addressOf(base + path, operation)].join(' \\\n  ')
}

/** Curl's cookie option: the login saves the cookie, and operations that need a session send it. */
function cookieOptions({ operationId }: OpenAPI.OperationObject, security: OpenAPI.SecurityRequirementObject[]) {
  if (operationId === 'auth.sign-in.email') return ['-c cookies.txt']
  return security.some((each) => 'session' in each || 'kiosk' in each) || operationId === 'auth.sign-out'
    ? ['-b cookies.txt']
    : []
}

/** The address with its example parameters. Only a query needs quotes for the shell, because ids are percent-encoded. */
function addressOf(path: string, { parameters = [] }: OpenAPI.OperationObject) {
  const query = new URLSearchParams()
  let filled = path
  for (const parameter of parameters) {
    if (!('name' in parameter) || parameter.example === undefined) continue
    const value = String(parameter.example)
    if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value))
    if (parameter.in === 'query') query.set(parameter.name, value)
  }
  return query.size > 0 ? `"$club${filled}?${query}"` : `$club${filled}`
}

/** Quotes a text for the shell, so that nothing in it is expanded. */
function quoted(text: string) {
  return `'${text.replaceAll("'", "'\\''")}'`
}

export type Listed = { method: string; base: string; path: string; operation: OpenAPI.OperationObject }

/** All operations of the document. `base` is the path of its API on the server. */
export function operationsOf(document: OpenAPI.Document): Listed[] {
  const root = document.servers?.[0]?.url ?? ''
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
      const operation = item?.[method] as OpenAPI.OperationObject | undefined
      return operation ? [{ method, base: new URL(item?.servers?.[0]?.url ?? root).pathname, path, operation }] : []
    }),
  )
}
