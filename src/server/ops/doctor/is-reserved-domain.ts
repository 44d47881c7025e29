/** A name that stands in examples and belongs to nobody (RFC 2606, RFC 6761), or is no whole name. */
export function isReservedDomain(domain: string) {
  return (
    /(^|\.)(example|test|invalid|localhost|local|example\.(com|net|org|edu))$/.test(domain) || !domain.includes('.')
  )
}
