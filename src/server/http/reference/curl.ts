import type { OpenAPI } from '@orpc/openapi'
import type { Listed } from './operations.ts'

/**
 * An operation with its example as a command of the shell, which takes the club's address as `$club` and the session from
 * cookies.txt, as "Getting started" on the reference page leaves them.
 */
export function curlOf({ method, base, path, operation }: Listed): string {
  const { requestBody, security = [] } = operation
  const content = requestBody && 'content' in requestBody ? requestBody.content : {}
  const [type] = Object.keys(content)
  const body: unknown = content['application/json']?.example
  const first = ['curl', ...cookieWords(operation, security)]
  if (method !== 'get' && (method !== 'post' || body === undefined)) first.push('-X', method.toUpperCase())
  const lines = [first.join(' ')]
  // Narrow enough for a phone.
  if (type !== undefined) lines.push(`-H content-type:${type}`)
  if (type !== undefined && type !== 'application/json') lines.push('--data-binary @picture.jpg')
  if (body !== undefined) lines.push(`-d ${quoted(JSON.stringify(body, null, 2))}`)
  return [...lines, addressOf(base + path, operation)].join(' \\\n  ')
}

/** Signing in leaves a cookie; whatever is not for anyone sends it. */
function cookieWords({ operationId }: OpenAPI.OperationObject, security: OpenAPI.SecurityRequirementObject[]) {
  if (operationId === 'auth.sign-in.email') return ['-c cookies.txt']
  return security.some((each) => 'session' in each) || operationId === 'auth.sign-out' ? ['-b cookies.txt'] : []
}

/** With its parameters filled in; no id of an example needs a quote, for they are percent-encoded. */
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

/** For a shell: nothing within is read as anything but itself. */
function quoted(text: string) {
  return `'${text.replaceAll("'", "'\\''")}'`
}
