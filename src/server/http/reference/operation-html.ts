import type { OpenAPI } from '@orpc/openapi'
import { curlOf } from './curl.ts'
import { type Html, html } from './html.ts'
import type { Listed } from './operations.ts'
import { fieldHtml, type Schema, schemaHtml } from './schema-html.ts'

export function operationHtml({ method, base, path, operation }: Listed): Html {
  const id = operation.operationId ?? path
  return html`<article id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${operation.summary}</h3>
<p class="route"><span class="method ${method}">${method.toUpperCase()}</span> <code><span class="base">${base}</span>${breakable(path)}</code></p>
<p>${inWords(operation.description ?? '')}</p>
<dl>${parametersHtml(operation)}${bodyHtml(operation)}${answersHtml(operation)}</dl>
${exampleHtml({ method, base, path, operation })}
</article>`
}

/** What stands between backticks is a name. */
function inWords(text: string) {
  return text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}

/** The command to copy, and what an answer to it looks like. */
function exampleHtml(listed: Listed) {
  const good = listed.operation.responses?.[200]
  const answer: unknown = good && 'content' in good ? good.content?.['application/json']?.example : undefined
  const name = `Example: ${listed.operation.summary}`
  return html`<details class="example"><summary><span class="visually-hidden">${name}</span><span aria-hidden="true">Example</span></summary>
<pre class="command"><code>${curlOf(listed)}</code></pre>
${answer === undefined ? null : html`<p>Answer</p><pre><code>${JSON.stringify(answer, null, 2)}</code></pre>`}</details>`
}

/** A long path breaks at its slashes. */
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
