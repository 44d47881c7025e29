import type { MemberRow } from '#contract/members.ts'
import { roles } from '#domain/roles.ts'
import { RowSelect } from '#web/features/data-table/row-select.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { useOpenMember } from './use-members-dialog.ts'

/** Choosing the other role asks first (specification §5); until then the one that counts stays. */
export function RoleSelect({ member, label }: { member: MemberRow; label?: string }) {
  const { openFor } = useOpenMember()
  const field = {
    value: member.role,
    onChange: (role: string) => role !== member.role && openFor(member.id, 'role'),
  }
  if (label === undefined) return <RowSelect label={`Role for ${member.name}`} options={roles} {...field} />
  return <NativeSelect label={label} options={roles.map((role) => ({ value: role, label: role }))} {...field} />
}
