import { IconLogout } from '@tabler/icons-react'
import { leaveMessages } from '#domain/text/header-messages.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { FormMessage } from '#web/ui/form-message.tsx'
import { useLeave } from './use-log-out.ts'

/** Logs out; first says what would be lost, if anything couldn't be sent. */
export function LogOutButton() {
  const { leave, leaveNow, warning, failed } = useLeave()
  return (
    <>
      {warning !== null && (
        <FormMessage tone="warning" actions={<ActionButton onClick={leaveNow}>{leaveMessages.anyway}</ActionButton>}>
          {warning}
        </FormMessage>
      )}
      {failed && <FormMessage tone="error">{leaveMessages.failed}</FormMessage>}
      <ActionButton fullWidth onClick={leave} icon={<IconLogout size={20} stroke={1.75} aria-hidden />}>
        Logout
      </ActionButton>
    </>
  )
}
