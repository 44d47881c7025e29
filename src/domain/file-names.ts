/** A name of people's as part of a file's name: small letters, digits and hyphens, whatever it was. */
export function fileNameOf(name: string) {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return plain === '' ? 'club' : plain.slice(0, 60)
}

/** A table of the club's to keep: whose, what, and of which day. */
export function exportFileName(clubName: string, what: string, day: string) {
  return `${fileNameOf(clubName)}-${what}-${day}.csv`
}
