import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ProfileField, ProfileProblem } from '#domain/profile.ts'
import { memberMessages, stepSentences } from '#domain/text/member-messages.ts'
import type { Step } from '#web/addresses/own-pages-search.ts'
import { ErrorSummary, ToField } from '#web/ui/error-summary.tsx'
import { fieldNames } from './profile-steps.tsx'

type ProblemSummaryProps = { here: Step; attempt: number; problems: ProfileProblem[] }

/** The step's own message; on Finish, a summary of all steps, with a link to each that is incomplete. */
export function ProblemSummary({ here, attempt, problems }: ProblemSummaryProps) {
  const [only] = problems
  const elsewhere = problems.some((problem) => problem.step !== here)
  // The step has one field that can be wrong, which says so on its own.
  if (only?.step === 4 && !elsewhere) return <ToWrongField id="carCapacity" attempt={attempt} />
  if (only && !elsewhere)
    return (
      <ErrorSummary
        attempt={attempt}
        items={(Object.keys(only.fields) as ProfileField[]).map((field) => (
          <ToField key={field} id={field}>
            {fieldNames[field]}
          </ToField>
        ))}
      >
        {stepSentences[only.step]}
      </ErrorSummary>
    )
  return (
    <ErrorSummary
      attempt={attempt}
      items={problems.map(({ step }) =>
        step === here ? (
          <ToField key={step} id="pronouns">
            Step {step}: {stepSentences[step]}
          </ToField>
        ) : (
          <Link key={step} from="/welcome" to="/welcome" search={{ step }}>
            Step {step}: {stepSentences[step]}
          </Link>
        ),
      )}
    >
      {memberMessages.wizardRequired}
    </ErrorSummary>
  )
}

/** Moves the focus to the field at each attempt. */
function ToWrongField({ id, attempt }: { id: ProfileField; attempt: number }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is the reason to run
  useEffect(() => document.getElementById(id)?.focus(), [id, attempt])
  return null
}
