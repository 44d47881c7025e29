import { useLater } from '#web/shell/use-later.ts'
import { useAskedForPassword } from './needed-password.ts'

/** Asks for the password when the server does. */
export function PasswordWatch({ ahead }: { ahead: boolean }) {
  const settle = useAskedForPassword()
  const dialog = useLater(() => import('./password-dialog.tsx'), {
    asked: settle !== null,
    onMissing: () => settle?.(false),
    ahead,
  })
  return dialog && <dialog.PasswordDialog open={settle !== null} onSettled={(entered) => settle?.(entered)} />
}
