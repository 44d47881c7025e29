import type { OpenAPI } from '@orpc/openapi'
import { type Listed, operationHtml, operationsOf } from './operation-html.ts'
import { type Html, html, schemaHtml } from './schema-html.ts'

/** The API reference as plain HTML without scripts (docs/decisions/0028-api-for-programs.md). */
export function referencePage(document: OpenAPI.Document, { emailDomain }: { emailDomain: string }): string {
  const groups = (document.tags ?? []).map((tag) => ({
    ...tag,
    id: `tag-${tag.name}`,
    title: tag.name.charAt(0).toUpperCase() + tag.name.slice(1),
    operations: operationsOf(document).filter(({ operation }) => operation.tags?.includes(tag.name)),
  }))
  const { title, version, description } = document.info
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/api-reference.css"></head>
<body><a class="skip" href="#content">Skip to the reference</a>
<header><h1>${title}</h1>
<p>${description}</p>
<p class="facts">Version ${version} · <a href="/api/v1/openapi.json">OpenAPI 3.1 document</a></p></header>
<div class="columns">
<nav aria-label="Contents"><ul><li><a href="#start">Getting started</a></li>
${groups.map(({ id, title, operations }) => html`<li><a href="#${id}">${title}</a><ul>${operations.map(entryHtml)}</ul></li>`)}
<li><a href="#errors">Errors</a></li><li><a href="#schemas">Schemas</a></li></ul></nav>
<main id="content" tabindex="-1">
${beginningHtml(document.servers?.[0]?.url ?? '', emailDomain)}
${groups.map(
  ({ id, title, description, operations }) => html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2><p>${description}</p>${operations.map(operationHtml)}</section>`,
)}
${errorsHtml(document)}
${schemasHtml(document)}
</main></div></body></html>`.html
}

function entryHtml({ operation }: Listed): Html {
  return html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`
}

function beginningHtml(apiUrl: string, emailDomain: string) {
  const root = new URL(apiUrl).origin
  return html`<section aria-labelledby="start"><h2 id="start">Getting started</h2>
<p>Log in, save the cookie, and send requests:</p>
<pre class="command"><code>club=${root}

curl -c cookies.txt \\
  -H 'content-type: application/json' \\
  -d '{"email": "you@${emailDomain}",
       "password": "your password"}' \\
  $club/api/auth/sign-in/email

curl -b cookies.txt $club/api/v1/home

curl -b cookies.txt -X POST \\
  -H 'content-type: application/json' \\
  -H 'idempotency-key: a-new-random-string' \\
  $club/api/v1/pass/use</code></pre>
<p>Each operation below has an example like this. Tap it to select all of it; what a response looks like is underneath.</p>
<ul class="rules">
<li>Send anything that changes data as <code>application/json</code>, even without a body. Requests from pages on other sites are rejected.</li>
<li>Unknown fields and query parameters are rejected, so typos don’t go unnoticed.</li>
<li>Percent-encode ids in paths.</li>
<li>With an <code>Idempotency-Key</code>, a request repeated within 24 hours is performed once and gets the same response.</li>
<li>Every response has an <code>x-request-id</code>. Times are in UTC; dates are in the club’s time zone.</li>
</ul></section>`
}

function errorsHtml({ components }: OpenAPI.Document) {
  const responses = Object.entries(components?.responses ?? {}).map(([name, response]) => {
    const status = name.replace('Error', '')
    const schema = '$ref' in response ? undefined : response.content?.['application/json']?.schema
    const variants = schema && !('$ref' in schema) ? (schema.oneOf ?? [schema]) : []
    return html`<article id="error-${status}" aria-labelledby="error-${status}-title"><h3 id="error-${status}-title">${status}</h3>
<ul class="fields">${variants.map(errorHtml)}</ul></article>`
  })
  return html`<section aria-labelledby="errors"><h2 id="errors">Errors</h2>
<p>All errors have the same shape: a <code>code</code> for programs, a <code>message</code> for people, <code>data</code> if there is
more to say, and the <code>requestId</code> to include when you ask us about it.</p>${responses}</section>`
}

function errorHtml(variant: OpenAPI.SchemaObject | OpenAPI.ReferenceObject) {
  if ('$ref' in variant) return null
  const { code, data } = variant.properties ?? {}
  const name = code && 'const' in code ? code.const : ''
  return html`<li><code class="name">${String(name)}</code> ${variant.description}${data ? html` <span>data: ${schemaHtml(data)}</span>` : null}</li>`
}

function schemasHtml({ components }: OpenAPI.Document) {
  return html`<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>${Object.entries(
    components?.schemas ?? {},
  ).map(
    ([name, schema]) => html`<article id="schema-${name}" aria-labelledby="schema-${name}-title">
<h3 id="schema-${name}-title">${name}</h3>${schemaHtml(schema)}</article>`,
  )}</section>`
}
