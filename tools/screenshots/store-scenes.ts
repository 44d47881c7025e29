import type { Page } from '@playwright/test'
import { inBase64, type Sold, storeCsv } from '#test/support/store.ts'
import type { StorePart } from '#web/addresses/resources-search.ts'
import type { Scene } from './scenes.ts'

/** @param part of the store; without it, the one that opens */
const store = (name: string, act?: Scene['act'], part?: StorePart): Scene => ({
  name: `store-${name}`,
  as: 'officer',
  path: part ? `/resources?tab=store&part=${part}` : '/resources?tab=store',
  ...(act && { act }),
})
const imports = (name: string, act: Scene['act']) => store(name, act, 'import')

const chooseText = (text: string) => async (page: Page) => {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'orders_export_1.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByText(/read as UTF-8/).waitFor()
}
/** Chooses a file in the store's format and waits for the preview. */
const choose = (lines: Sold[]) => chooseText(storeCsv(lines))
const see = (view: RegExp, lines: Sold[]) => async (page: Page) => {
  await choose(lines)(page)
  await page.getByRole('group', { name: 'Preview' }).getByText(view).click()
}
const press = (name: RegExp) => async (page: Page) => {
  await page.getByRole('list', { name: 'Needs review' }).getByRole('button', { name }).first().click()
  await page.getByRole('dialog').waitFor()
}

const few: Sold[] = [
  ['#2041', '1', 'member@purdue.edu', 'Ten practices', 1, 'Noor Haddad'],
  ['#2041', '2', 'member@purdue.edu', 'Day pass', 2, 'Noor Haddad'],
  ['#2042', '1', 'officer@purdue.edu', 'Practice', 3, 'Sam Taylor'],
  ['#2043', '1', 'bowmaster99@example.com', 'Practice', 2, 'Jordan Whitfield-Castellanos'],
  ['#2044', '1', 'member@purdue.edu', 'Day pass', -9, 'Noor Haddad'],
  ['#2045', '1', 'next.year@purdue.edu', 'Ten practices', 1, 'Robin Next'],
  ['#2046', '1', 'member@purdue.edu', 'Club T-shirt', 1],
  ['#2047', '1', 'member@purdue.edu', 'Practice', 'two'],
]
const partly = [
  'Name,Email,Financial Status,Lineitem name,Lineitem quantity,Refunded Amount',
  '#2051,member@purdue.edu,partially_refunded,Practice,3,5.00',
  '#2052,officer@purdue.edu,paid,Ten practices,1,20.00',
  '#2053,member@purdue.edu,pending,Practice,3,0.00',
  '#2054,bowmaster99@example.com,paid,Practice,2,0.00',
].join('\n')
const many = Array.from({ length: 500 }, (_, n): Sold => {
  const email = n % 7 === 0 ? `private${n}@example.com` : `member${n}@purdue.edu`
  return [`#${3000 + n}`, '1', email, n % 3 ? 'Practice' : 'Day pass', (n % 4) + 1, `Buyer Number ${n}`]
})

export const storeScenes = {
  nothing: [store('empty'), imports('preview-few', choose(few)), imports('preview-waits', see(/^Needs review/, few))],
  records: [
    store('few'),
    store('import', undefined, 'import'),
    store('history', undefined, 'history'),
    store('assign', async (page) => {
      await press(/^(Assign|Change member):/)(page)
      await page.getByLabel('Search by name or email').fill('noor')
    }),
    store('worth', press(/^Choose what it includes/)),
    store('dismiss', press(/^Ignore/)),
    imports('left-out', see(/^Skipped/, few)),
    imports('partly', async (page) => {
      await chooseText(partly)(page)
      await page
        .getByRole('group', { name: 'Preview' })
        .getByText(/^Refunded in part/)
        .click()
    }),
    imports('add-count', async (page) => {
      await page.getByRole('button', { name: 'Add an email' }).click()
      await page.getByLabel('Email', { exact: true }).fill('ana@gmail.com')
      await page.getByRole('button', { name: 'Save' }).click()
    }),
    imports('wrong-file', async (page) => {
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from('Name,Phone\nAna,1\n') })
      await page.getByText(/has no column/).waitFor()
    }),
  ],
  many: [store('many'), imports('preview-many', choose(many))],
} satisfies Record<string, Scene[]>

type Call = (operation: string, input?: object) => Promise<unknown>

/** Earlier imports: some orders are unassigned, and some belong to people who haven't signed up. */
export async function fillStore(call: Call, much: boolean) {
  const waiting: Sold[] = [
    ['#1001', '1', 'member@purdue.edu', 'Practice', 4, 'Noor Haddad'],
    ['#1002', '1', 'dana.e@example.com', 'Ten practices', 1, 'Dana Eriksen'],
    ['#1003', '1', 'guest0@purdue.edu', 'Semester membership', 1, 'Jo Meyer'],
    ['#1004', '1', 'officer@purdue.edu', 'Day pass', -30, 'Sam Taylor'],
    ['#1005', '1', 'later@purdue.edu', 'Practice', 2, 'Priya Nair'],
    ['#1006', '1', 'parent@example.com', 'Practice', 1, 'A Parent'],
  ]
  const file = inBase64(
    storeCsv(
      much ? many.map(([order, line, , ...rest]) => [order, line, `x${order.slice(1)}@example.com`, ...rest]) : waiting,
    ),
  )
  const { seen } = (await call('storeImport.preview', { file })) as { seen: string }
  await call('storeImport.apply', { file, seen })
  if (much) return
  const { lines } = (await call('storeImport.get')) as { lines: { id: string; order: string }[] }
  const { members } = (await call('members.get')) as { members: { id: string; email: string }[] }
  const memberId = members.find(({ email }) => email === 'member@purdue.edu')?.id
  const lineId = lines.find(({ order }) => order === '#1006')?.id
  await call('storeImport.assign', { lineId, to: { memberId }, remember: true })
  await call('paidCounts.set', {
    email: 'new.archer@purdue.edu',
    expected: null,
    value: { paidPractices: 5, dayPasses: 1 },
  })
}
