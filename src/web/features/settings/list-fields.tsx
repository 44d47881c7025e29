import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { clubFileOfUrl } from '#domain/settings/club-file.ts'
import { settingMessages as text } from '#domain/text/setting-messages.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { ActionButton, IconButton } from '#web/ui/buttons.tsx'
import { CheckField } from '#web/ui/check-field.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { FileField, kindOfFile, titleOfFile } from './file-field.tsx'
import { emptyRow, type ListKind, type ListRow } from './setting-draft.ts'
import classes from './setting-form.module.css'

type ListFieldsProps = {
  id: string
  kind: ListKind
  rows: ListRow[]
  errors: Record<string, string>
  onChange: (rows: ListRow[]) => void
}

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** A list whose rows can be added, changed, moved, and removed. */
export function ListFields({ id, kind, rows, errors, onChange }: ListFieldsProps) {
  const list = useRef<HTMLOListElement>(null)
  /** Where the focus goes after a change of the rows: the first field or a button of this row. */
  const next = useRef<{ at: number; part: string } | null>(null)
  useEffect(() => {
    if (next.current === null) return
    const { at, part } = next.current
    next.current = null
    const row = list.current?.children[Math.min(at, list.current.children.length - 1)]
    row?.querySelector<HTMLElement>(part)?.focus()
  })

  function change(at: number, row: ListRow) {
    onChange(rows.map((each, index) => (index === at ? row : each)))
  }

  function add() {
    next.current = { at: rows.length, part: 'input, textarea' }
    onChange([...rows, emptyRow(kind)])
  }

  function remove(at: number) {
    next.current = { at, part: 'button[data-part="remove"]' }
    onChange(rows.filter((_, index) => index !== at))
  }

  function move(at: number, by: 1 | -1) {
    const row = rows[at]
    const to = at + by
    if (!row || to < 0 || to >= rows.length) return
    next.current = { at: to, part: `button[data-part="${by}"]` }
    const others = rows.filter((_, index) => index !== at)
    onChange([...others.slice(0, to), row, ...others.slice(to)])
  }

  return (
    <div className={classes.list}>
      <ol ref={list} className={classes.rows}>
        {rows.map((row, at) => {
          const title = titleOf(row, at)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity, and its fields are controlled
            <li key={at} className={classes.row}>
              <fieldset className={classes.rowFields}>
                <legend className={classes.rowTitle}>{title}</legend>
                <RowFields
                  id={at === 0 ? id : undefined}
                  kind={kind}
                  title={title}
                  row={row}
                  errorOf={(field) => errors[field === '' ? String(at) : `${at}.${field}`]}
                  onChange={(changed) => change(at, { ...row, ...changed })}
                />
              </fieldset>
              <div className={classes.rowActions}>
                {kind !== 'products' && (
                  <>
                    <IconButton
                      label={text.moveUp(title)}
                      data-part="-1"
                      aria-disabled={at === 0}
                      onClick={() => move(at, -1)}
                    >
                      <IconArrowUp {...icon} />
                    </IconButton>
                    <IconButton
                      label={text.moveDown(title)}
                      data-part="1"
                      aria-disabled={at === rows.length - 1}
                      onClick={() => move(at, 1)}
                    >
                      <IconArrowDown {...icon} />
                    </IconButton>
                  </>
                )}
                <IconButton label={text.remove(title)} data-part="remove" onClick={() => remove(at)}>
                  <IconTrash {...icon} />
                </IconButton>
              </div>
            </li>
          )
        })}
      </ol>
      {errors[''] !== undefined && (
        <p className={classes.wrong} role="alert">
          {errors['']}
        </p>
      )}
      <div>
        <ActionButton icon={<IconPlus {...icon} />} onClick={add}>
          {text.add[kind]}
        </ActionButton>
      </div>
    </div>
  )
}

/** What a row is called in its buttons: by its first text, or its number. */
function titleOf({ label, name, hear, product }: ListRow, at: number) {
  const known = label ?? name ?? hear ?? product
  return typeof known === 'string' && known.trim() !== '' ? known : text.fields.entry(at + 1)
}

type RowFieldsProps = {
  id: string | undefined
  kind: ListKind
  title: string
  row: ListRow
  errorOf: (field: string) => string | undefined
  onChange: (changed: ListRow) => void
}

function RowFields({ id, kind, title, row, errorOf, onChange }: RowFieldsProps) {
  const { fields } = text
  const times = useClubTimes()
  const field = (key: string) => ({
    value: String(row[key] ?? ''),
    error: errorOf(key),
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [key]: event.currentTarget.value }),
  })
  switch (kind) {
    case 'links':
      return (
        <>
          <TextField {...(id && { id })} label={fields.label} {...field('label')} />
          <TextField label={fields.url} type="url" placeholder="https://" {...field('url')} />
        </>
      )
    case 'resources':
      return (
        <>
          <TextField {...(id && { id })} label={fields.label} {...field('label')} />
          {clubFileOfUrl(String(row.url)) === null && (
            <TextField label={fields.url} placeholder="https://" {...field('url')} />
          )}
          <FileField
            use="document"
            what={title}
            url={String(row.url)}
            error={undefined}
            onChange={(url, fileName) =>
              onChange(
                url === ''
                  ? { url }
                  : {
                      url,
                      label: String(row.label) || titleOfFile(fileName),
                      kind: kindOfFile(fileName),
                      date: times.dayOf(serverNow()),
                    },
              )
            }
          />
          <div className={classes.pair}>
            <TextField label={fields.kind} placeholder={fields.kindLike} {...field('kind')} />
            <TextField label={fields.date} type="date" {...field('date')} />
          </div>
        </>
      )
    case 'calls':
      return (
        <>
          <TextField {...(id && { id })} label={fields.hear} {...field('hear')} />
          <TextField label={fields.act} {...field('act')} />
          <CheckField label={fields.urgent} checked={row.urgent === true} onChange={(urgent) => onChange({ urgent })} />
        </>
      )
    case 'rules':
      return <TextArea {...(id && { id })} label={fields.ruleText} rows={2} {...field('rule')} error={errorOf('')} />
    case 'terms':
      return (
        <>
          <TextField {...(id && { id })} label={fields.label} {...field('name')} />
          <div className={classes.pair}>
            <DayOfYear
              label={fields.from}
              value={String(row.from)}
              error={errorOf('from')}
              onChange={(from) => onChange({ from })}
            />
            <DayOfYear
              label={fields.to}
              value={String(row.to)}
              error={errorOf('to')}
              onChange={(to) => onChange({ to })}
            />
          </div>
        </>
      )
    case 'products':
      return (
        <>
          <TextField {...(id && { id })} label={fields.product} {...field('product')} />
          <CheckField label={fields.counts} checked={row.counts === true} onChange={(counts) => onChange({ counts })} />
          {row.counts === true && (
            <div className={classes.triple}>
              <TextField label={fields.paidPractices} inputMode="numeric" {...field('paidPractices')} />
              <TextField label={fields.dayPasses} inputMode="numeric" {...field('dayPasses')} />
              <TextField label={fields.price} inputMode="decimal" {...field('price')} />
            </div>
          )}
        </>
      )
  }
}

const months = Array.from({ length: 12 }, (_, at) => ({
  value: String(at + 1).padStart(2, '0'),
  label: new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, at, 1)),
}))

type DayOfYearProps = { label: string; value: string; error: string | undefined; onChange: (value: string) => void }

/** A month and a day of any year, as `MM-DD`. */
function DayOfYear({ label, value, error, onChange }: DayOfYearProps) {
  const [month = '', day = ''] = value.split('-')
  return (
    <fieldset className={classes.day}>
      <legend className={classes.dayTitle}>{label}</legend>
      <NativeSelect
        label={text.fields.month}
        value={month}
        options={[{ value: '', label: '' }, ...months]}
        onChange={(next) => onChange(`${next}-${day}`)}
      />
      <TextField
        label={text.fields.day}
        inputMode="numeric"
        autoComplete="off"
        value={day.replace(/^0/, '')}
        error={error}
        onChange={(event) => onChange(`${month}-${event.currentTarget.value.trim().padStart(2, '0')}`)}
      />
    </fieldset>
  )
}
