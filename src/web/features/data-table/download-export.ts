import { api } from '#web/lib/api.ts'
import { downloadFile, fetchFile } from '#web/lib/download-file.ts'
import { toProblem } from '#web/lib/request.ts'
import { toast } from '#web/lib/toast.ts'

/** Downloads a file of the club, which may require the officer's password; reports an error if it fails. */
export async function downloadExport(address: string) {
  if (!(await mayExport())) return
  try {
    const { content, name } = await fetchFile(address, {})
    downloadFile(content, content.type, name)
  } catch (error) {
    toast({ text: toProblem(error).message, role: 'alert' })
  }
}

/**
 * Checks whether a full export is allowed; the server may require the password. @returns whether it is; reports why not
 */
export async function mayExport() {
  try {
    await api.exportPermission.get()
    return true
  } catch (error) {
    toast({ text: toProblem(error).message, role: 'alert' })
    return false
  }
}
