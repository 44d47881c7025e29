import { api } from '#web/lib/api.ts'
import { toProblem } from '#web/lib/api-error.ts'
import { toast } from '#web/ui/toast.ts'

/** Before a list of everyone leaves: the server may want the password first. @returns whether it may; why not is said */
export async function mayExport() {
  try {
    await api.exportPermission.get()
    return true
  } catch (error) {
    toast({ text: toProblem(error).message, role: 'alert' })
    return false
  }
}
