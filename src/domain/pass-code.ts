/** What the QR code of a pass says: 16 random bytes in base64url. Short, so that its squares are large. */
export const passCodePattern = /^[\w-]{22}$/
/** Its SHA-256 in hex, which is all that a scan sends or stores. */
export const passCodeHashPattern = /^[\da-f]{64}$/
