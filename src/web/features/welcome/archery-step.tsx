import { bowTypeLabels, bowTypes, equipmentAnswers } from '#domain/profile.ts'
import { ChoiceCards } from '#web/ui/choice-cards.tsx'
import type { StepProps } from './steps.ts'

export function ArcheryStep({ draft, update, errors }: StepProps) {
  return (
    <>
      <ChoiceCards
        legend="Bow type"
        kind="one"
        id="bowType"
        options={bowTypes.map((value) => ({ value, label: bowTypeLabels[value] }))}
        chosen={draft.bowType ? [draft.bowType] : []}
        onToggle={(bowType) => update({ bowType })}
        error={errors.bowType}
      />
      <ChoiceCards
        legend="Do you have personal equipment?"
        kind="one"
        id="personalEquipment"
        columns={2}
        options={equipmentAnswers.map((value) => ({ value, label: value }))}
        chosen={draft.personalEquipment ? [draft.personalEquipment] : []}
        onToggle={(personalEquipment) => update({ personalEquipment })}
        error={errors.personalEquipment}
      />
    </>
  )
}
