import { isIP } from 'node:net'

export function isLocalhost(hostname: string) {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return true
  // Only as a number: 127.example.com is a host name.
  return isIP(hostname) === 4 && hostname.startsWith('127.')
}
