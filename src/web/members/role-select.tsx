import type { MemberRow } from '#contract/members.ts'
import { roles } from '#domain/roles.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { useMembersDialog } from './use-members-dialog.ts'

/** Choosing the other role asks first (specification §5); until then the one that counts stays. */
export function RoleSelect({ member, label }: { member: MemberRow; label?: string }) {
  const { openFor } = useMembersDialog()
  return (
    <NativeSelect
      label={label}
      aria-label={label === undefined ? `Role of ${member.name}` : undefined}
      value={member.role}
      onChange={(role) => role !== member.role && openFor(member.id, 'role')}
      options={roles.map((role) => ({ value: role, label: role }))}
    />
  )
}
