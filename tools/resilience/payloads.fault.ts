// Shows: T57, T90, T91

import { payloads } from '#test/support/payloads.ts'
import { allTags } from '#test/support/planted-payloads.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { type Journey, runJourneys } from './journeys.ts'
import { noContentPolicy, textAsHtml } from './servers-without.ts'
import { buildWeb, copyTree } from './tree-copy.ts'

/**
 * Texts that may appear in a table for officers, but on no screen of the club. Of the browser's name, only its meaning is shown
 * (“Chrome on Android”).
 */
const notOnScreens = ['⟦practice.organizer⟧', '⟦ledger.why⟧', '⟦store_line.line_id⟧', '⟦session.user_agent⟧']

/**
 * Puts texts with code in every field, and opens every screen of the matrix (test/e2e/payloads.e2e.ts). The control renders one text as
 * HTML: the content security policy reports it, and without the policy the code runs.
 */
export const fault: Fault = {
  name: 'payloads',
  promise:
    'texts that carry code are texts on every screen, in mails, calendars and tables; none of them runs (T57, T90, T91).',
  engines: ['none'],
  limitMinutes: 45,
  async run(context) {
    const full = context.rounds(10) === 10
    const journeys = await runJourneys(context, 'payloads', { full })
    const wrong = journeys
      .filter(({ passed }) => !passed)
      .map(({ title, errors }) => `${title}: ${errors.slice(0, 500)}`)
    const sum = (name: string) => journeys.reduce((total, { figures }) => total + Number(figures[name] ?? 0), 0)
    const seen = new Set(journeys.flatMap(({ figures }) => (figures.tags as string[] | undefined) ?? []))
    const unseen = allTags.filter((tag) => !seen.has(tag) && !notOnScreens.includes(tag))
    if (full && unseen.length > 0) wrong.push(`shown on no screen: ${unseen.join(' ')}`)
    const skipped = journeys.flatMap(({ figures }) => (figures.skipped as string[] | undefined) ?? [])
    const controls = await controlsOf(context, wrong)
    return outcomeOf(
      wrong,
      {
        texts: payloads.length,
        screens: sum('screens'),
        'of them with texts': sum('showing'),
        'texts × screens': sum('texts'),
        'became part of a page, ran, asked or were blocked': sum('wrong'),
        'acts not done among such texts': skipped.length,
        mails: sum('mails'),
        cells: sum('cells'),
        'become part of a page that trusts them': sum('markedTogether'),
        ...controls,
      },
      skipped.length > 0 ? [`Acts not done: ${skipped.join(', ')}`] : [],
    )
  },
}

async function controlsOf(context: FaultContext, wrong: string[]) {
  const { root, apply } = await copyTree(context, [textAsHtml])
  await buildWeb(root, context)
  const grep = 'club that is ended-early'
  const blocked = await runJourneys(context, 'payloads', { root, grep, full: false })
  if (!isNoticed(blocked, /policy violation/)) wrong.push('the control did not notice a text as HTML under the policy')
  apply(noContentPolicy)
  const ran = await runJourneys(context, 'payloads', { root, grep, full: false })
  if (!isNoticed(ran, /a script of a payload has run/)) wrong.push('the control did not notice a text that ran')
  return { 'noticed under the policy (control)': blocked.length, 'ran without it (control)': ran.length }
}

function isNoticed(journeys: Journey[], sign: RegExp) {
  return journeys.length > 0 && journeys.every(({ passed, errors }) => !passed && sign.test(errors))
}
