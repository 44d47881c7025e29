/** Why a server can't be reached, and what to do about it, in words. */

const checkInternet = 'Check that this machine has internet access.'
const ownAddress = 'Check that this machine has internet access, and that no proxy or firewall is in between.'
const askOperators = 'Ask the people who run that server'

type Reason = { why: string; advice: (setting: string) => string }
const offline = { advice: () => checkInternet }
const dropped = { why: 'dropped the connection', advice: () => 'We’ll keep trying.' }
const slow = {
  why: 'can’t be reached',
  advice: (setting: string) => `Check the host and port in ${setting}, and that this machine has internet access.`,
}
const unknownIssuer = {
  why: 'has a certificate from an unknown issuer',
  advice: () =>
    `${askOperators} to install a complete certificate chain. If your university issues its own certificates, start Quiver with NODE_EXTRA_CA_CERTS set to the file of its root certificate.`,
}
const noHttp = {
  why: 'doesn’t speak HTTP on this port',
  advice: (setting: string) => `Check the port in ${setting}, and whether the address starts with https://.`,
}

const reasons: Record<string, Reason> = {
  ENOTFOUND: {
    why: 'can’t be found under this name',
    advice: (setting) => `Check the host in ${setting}, and that this machine has internet access.`,
  },
  EAI_AGAIN: { why: 'can’t be found right now: the DNS lookup failed', ...offline },
  ECONNREFUSED: {
    why: 'refuses connections',
    advice: (setting) =>
      `Check the host and port in ${setting}. If they’re right, the server is down; we’ll keep trying.`,
  },
  ECONNRESET: dropped,
  EPIPE: dropped,
  UND_ERR_SOCKET: dropped,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: dropped,
  ETIMEDOUT: slow,
  UND_ERR_CONNECT_TIMEOUT: slow,
  EHOSTUNREACH: { why: 'can’t be reached', ...offline },
  ENETUNREACH: { why: 'can’t be reached', ...offline },
  ENETDOWN: { why: 'can’t be reached', ...offline },
  CERT_HAS_EXPIRED: {
    why: 'has an expired certificate',
    advice: () => `${askOperators} to renew it. If it’s valid in your browser, check this machine’s clock.`,
  },
  CERT_NOT_YET_VALID: {
    why: 'has a certificate that isn’t valid yet',
    advice: () => `Check this machine’s clock. If it’s right, ask the people who run that server.`,
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    why: 'has a certificate for another name',
    advice: (setting) =>
      `Check the host in ${setting}. If it’s right, ask the people who run that server for a certificate with its name.`,
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: { why: 'has a self-signed certificate', advice: unknownIssuer.advice },
  SELF_SIGNED_CERT_IN_CHAIN: unknownIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  ERR_SSL_WRONG_VERSION_NUMBER: {
    why: 'doesn’t use encryption on this port',
    advice: (setting) => `Check the port in ${setting}, and whether the address starts with http://.`,
  },
  EPROTO: {
    why: 'can’t agree with us on an encrypted connection',
    advice: () => `${askOperators} to offer TLS 1.2 or newer.`,
  },
  HPE_INVALID_CONSTANT: noHttp,
  UND_ERR_HEADERS_OVERFLOW: { why: 'sends headers that are too large', advice: () => `${askOperators}.` },
  Z_DATA_ERROR: {
    why: 'sends damaged data',
    advice: () => `We’ll keep trying. If it stays like this, ask the people who run that server.`,
  },
}

/** What is wrong with a server, as in `refuses connections (ECONNREFUSED)`. */
export function whyUnreachable(error: unknown) {
  const code = codeOf(error)
  const reason = reasonOf(code)?.why ?? 'can’t be read'
  return code ? `${reason} (${code})` : reason
}

function reasonOf(code: string) {
  const family = /^ERR_SSL_/.test(code)
    ? 'EPROTO'
    : /^HPE_/.test(code)
      ? 'HPE_INVALID_CONSTANT'
      : /^Z_/.test(code)
        ? 'Z_DATA_ERROR'
        : ''
  return Object.hasOwn(reasons, code) ? reasons[code] : reasons[family]
}

/** What to do about it. @param setting the variable with the server's address; undefined if the address is our own */
export function whatToDo(error: unknown, setting: string | undefined) {
  const reason = reasonOf(codeOf(error)) ?? slow
  return setting === undefined ? ownAddress : reason.advice(setting)
}

/** The code of the innermost cause that has one; anything else in an error may contain secrets. */
export function codeOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 5) return ''
  const inner = codeOf(error.cause, depth + 1)
  // Undici's errors about what isn't HTTP at all have no code.
  const code =
    'code' in error && error.code ? String(error.code) : error.name === 'HTTPParserError' ? 'HPE_INVALID' : ''
  return inner || (/^[A-Z][A-Z0-9_]{2,60}$/.test(code) ? code : '')
}
