/** Recognizes the pages for people that servers send in place of a calendar. */

const loginWords = new Set([
  ...['auth', 'authenticate', 'authorize', 'oauth', 'oauth2', 'oidc', 'openid', 'saml', 'saml2', 'sso', 'adfs', 'idp'],
  ...['shibboleth', 'okta', 'microsoftonline', 'duosecurity'],
])

/** Whether an address leads to a login, judging by its host and path. */
export function looksLikeLogin({ hostname, pathname }: URL) {
  if (hostname.startsWith('accounts.')) return true
  const address = `${hostname}${pathname}`.toLowerCase()
  if (/login|logon|signin(?!g)|signon|(?<![a-z])(?:log|sign)[-_](?:in|on)(?![a-z])/.test(address)) return true
  return address.split(/[^a-z0-9]+/).some((word) => loginWords.has(word))
}

type Received = { headers: Headers; body: Uint8Array }

/** Whether it is HTML. A calendar that is only labeled as HTML isn't. */
export function isWebPage({ headers, body }: Received) {
  const start = new TextDecoder().decode(body.subarray(0, 2000)).trimStart()
  if (/^(?:<\?xml[^>]*>\s*|<!--[^>]*-->\s*)?<(?:!doctype\s+html|html)\b/i.test(start)) return true
  const labeled = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(headers.get('content-type') ?? '')
  return labeled && !/BEGIN:VCALENDAR/i.test(start)
}
