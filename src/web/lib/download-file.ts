/** Gives the person a file that was made here. */
export function downloadFile(content: string | Blob, type: string, name: string) {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Safari reads it a little later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
