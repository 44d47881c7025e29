import { expect, test } from 'vitest'
import { checkPlan, decidePlanChange, mostWeeks, type PracticePlan, weeksUntil } from './manage-practices.ts'
import { planProblems } from './text/officer-messages.ts'

const today = '2026-11-24'
const plan: PracticePlan = {
  title: ' Tuesday practice ',
  location: 'The Range',
  description: '',
  startsOn: '2026-12-01',
  startTime: '18:00',
  endTime: '20:00',
}
const wrong = (change: Partial<PracticePlan>, weeks: number | null = 1) => {
  const checked = checkPlan({ ...plan, ...change }, weeks, today)
  return checked.outcome === 'accepted' ? [] : Object.keys(checked.fields)
}

test('a plan that is whole is taken, without white space around its name', () => {
  expect(checkPlan(plan, 16, today)).toMatchObject({ outcome: 'accepted', plan: { title: 'Tuesday practice' } })
  expect(wrong({ startsOn: today })).toEqual([])
})

test('each field says what it needs, all of them together', () => {
  for (const title of ['', '  ', 'x'.repeat(101)]) expect(wrong({ title })).toEqual(['title'])
  for (const startsOn of ['', '2026-11-23', '2026-02-30', '2028-11-25', 'soon', '20261201'])
    expect([startsOn, wrong({ startsOn })]).toEqual([startsOn, ['startsOn']])
  for (const startTime of ['', '24:00', '6pm', '18:60']) expect(wrong({ startTime })).toEqual(['startTime'])
  for (const endTime of ['', '18:00', '17:59', '25:00']) expect(wrong({ endTime })).toEqual(['endTime'])
  for (const weeks of [null, 0, 1.5, mostWeeks + 1]) expect(wrong({}, weeks)).toEqual(['weeks'])
  expect(wrong({ title: '', startsOn: '', startTime: '', endTime: '' }, 0)).toHaveLength(5)
})

test('what a field needs is said in a sentence', () => {
  const said = (change: Partial<PracticePlan>, weeks = 1) => {
    const checked = checkPlan({ ...plan, ...change }, weeks, today)
    return checked.outcome === 'refused' ? planProblems(checked.fields) : {}
  }
  expect(said({ title: '', startsOn: '', startTime: '', endTime: '' }, 0)).toEqual({
    title: 'Enter a name.',
    startsOn: 'Choose a date from today, up to two years ahead.',
    startTime: 'Enter a time, such as 6:00 PM.',
    endTime: 'Enter a time, such as 6:00 PM.',
    weeks: 'Enter a whole number from 1 to 40.',
  })
  expect(said({ title: 'x'.repeat(101) })).toEqual({ title: 'At most 100 characters.' })
  expect(said({ endTime: '18:00' })).toEqual({ endTime: 'The end must be after the start, on the same day.' })
})

test('a practice is changed only ahead of its time, in the club’s own calendar, and by who saw it as it is', () => {
  const facts = { builtIn: true, begun: false, unchanged: true }
  expect(decidePlanChange(facts)).toEqual({ outcome: 'changed' })
  for (const [change, reason] of [
    [{ builtIn: false }, 'outside-calendar'],
    [{ begun: true }, 'begun'],
    [{ unchanged: false }, 'changed-meanwhile'],
  ] as const)
    expect(decidePlanChange({ ...facts, ...change })).toEqual({ outcome: 'refused', reason })
})

test('weekly practices until a day include that day, and are at most a school year', () => {
  for (const [until, weeks] of [
    ['2026-12-01', 1],
    ['2026-12-07', 1],
    ['2026-12-08', 2],
    // Across the change of the clocks
    ['2027-03-16', 16],
    ['2027-08-31', 40],
    ['2027-09-07', null],
    ['2026-11-30', null],
    ['', null],
    ['2027-02-30', null],
  ] as const)
    expect([until, weeksUntil('2026-12-01', until)]).toEqual([until, weeks])
  expect(weeksUntil('', '2026-12-08')).toBeNull()
})
