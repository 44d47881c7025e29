import { mayExport } from '#web/features/data-table/may-export.ts'
import { problemOf } from '#web/lib/api-error.ts'
import { keepFile } from '#web/lib/download-file.ts'
import { fetchFile } from '#web/lib/fetch-file.ts'
import { toast } from '#web/ui/toasts.tsx'

/** A file of the club's, which its officer may have to enter their password for; why it doesn't come is said. */
export async function downloadExport(address: string) {
  if (!(await mayExport())) return
  try {
    const { content, name } = await fetchFile(address, {})
    keepFile(content, content.type, name)
  } catch (error) {
    toast({ text: problemOf(error).message, role: 'alert' })
  }
}
