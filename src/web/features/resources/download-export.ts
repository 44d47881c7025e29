import { mayExport } from '#web/features/data-table/may-export.ts'
import { toProblem } from '#web/lib/api-error.ts'
import { downloadFile } from '#web/lib/download-file.ts'
import { fetchFile } from '#web/lib/fetch-file.ts'
import { toast } from '#web/ui/toast.ts'

/** A file of the club's, which its officer may have to enter their password for; why it doesn't come is said. */
export async function downloadExport(address: string) {
  if (!(await mayExport())) return
  try {
    const { content, name } = await fetchFile(address, {})
    downloadFile(content, content.type, name)
  } catch (error) {
    toast({ text: toProblem(error).message, role: 'alert' })
  }
}
