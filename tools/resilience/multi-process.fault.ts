import { type Fault, outcomeOf } from './fault.ts'
import { runJourneys } from './journeys.ts'
import { deaf } from './servers-without.ts'
import { copyTree } from './tree-copy.ts'

const grep = 'three processes on PostgreSQL'

export const fault: Fault = {
  name: 'multi-process',
  promise:
    'With each person on another of three processes, what the club exists for goes on in three browsers as with one, from sign-up to checked in.',
  engines: ['none'],
  limitMinutes: 15,
  async run(context) {
    const wrong: string[] = []
    const [journey] = await runJourneys(context, 'main-job', { grep })
    if (!journey?.passed) wrong.push(`it does not go on: ${journey?.errors ?? 'no such journey'}`)
    const { root } = await copyTree(context, [deaf])
    const [control] = await runJourneys(context, 'main-job', { grep, root })
    if (control === undefined || control.passed)
      wrong.push('the control did not notice: processes that hear nothing of each other do as well')
    return outcomeOf(wrong, {
      journey: journey?.passed ? 'passed' : 'failed',
      'where processes hear nothing of each other (control)': control?.passed ? 'passed' : 'failed',
      'at (control)': (control?.errors ?? '').split('\n')[0]?.slice(0, 120) ?? '',
    })
  },
}
