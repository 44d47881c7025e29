import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import type { StorePreview, StoreState } from '#contract/store-orders.ts'
import { largestStoreBytes } from '#domain/store-orders/order-file.ts'
import { count } from '#domain/text/public-messages.ts'
import { fileProblems, importInWords, storeMessages } from '#domain/text/store-messages.ts'
import { Section } from '#web/components/section.tsx'
import { SettingsLink } from '#web/components/settings-link.tsx'
import { api } from '#web/lib/api.ts'
import { inBase64 } from '#web/lib/base64.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import { Preview } from './import-preview.tsx'
import classes from './store.module.css'
import { refreshStore } from './use-store.ts'

type Chosen = { name: string; file: string }

type ImportFileProps = {
  products: StoreState['products'] | null
  /** How many orders need review, and how to get there; null if none do. */
  review: { orders: number; open: () => void } | null
}

/**
 * Imports an order export: choose or drop, preview, apply. The file stays selected until it's applied, whatever fails.
 */
export function ImportFile({ products, review }: ImportFileProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [preview, setPreview] = useState<StorePreview | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const look = useIdempotentMutation(api.storeImport.preview, { onDone: setPreview })
  const apply = useIdempotentMutation(api.storeImport.apply, {
    async onDone(result) {
      await refreshStore()
      setDone(importInWords(result))
      drop()
      chooseButton.current?.focus()
    },
    onProblem({ reason }) {
      if (reason === 'changed-since' && chosen) void look.act({ file: chosen.file })
    },
  })
  const busy = look.pending || apply.pending

  function drop() {
    setChosen(null)
    setPreview(null)
    setWrong(null)
    look.clear()
    apply.clear()
  }

  async function take(file: File | undefined) {
    if (!file || busy) return
    drop()
    setDone(null)
    if (file.size > largestStoreBytes) return setWrong(fileProblems['too-large'])
    if (file.size === 0) return setWrong(fileProblems.empty)
    try {
      const next = { name: file.name, file: await inBase64(file) }
      setChosen(next)
      await look.act({ file: next.file })
    } catch {
      setWrong('Your browser couldn’t read this file. Choose it again.')
    }
  }

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.currentTarget.files ?? []
    // So the same file can be chosen again.
    event.currentTarget.value = ''
    void take(file)
  }

  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }

  return (
    <Section
      title="Store import"
      text="Upload your store’s order export as CSV. You’ll see a preview before anything changes. Each order counts only once, so importing the same file twice is fine."
    >
      {done && (
        <FormMessage
          tone="success"
          onDismiss={() => setDone(null)}
          actions={review && <ActionButton onClick={review.open}>Review {count(review.orders, 'order')}</ActionButton>}
        >
          {done}
        </FormMessage>
      )}
      {products?.length === 0 && (
        <FormMessage
          tone="info"
          quiet
          actions={<SettingsLink setting="storeImport.products">Set up products</SettingsLink>}
        >
          {storeMessages.noProducts}
        </FormMessage>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a drop target, in addition to the button that does the same */}
      <div
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />
        <p className={classes.dropText} role="status">
          {chosen ? (
            <>
              <b>{chosen.name}</b>
              <span>{look.pending ? 'Reading…' : preview ? readAs(preview) : 'Not read yet'}</span>
            </>
          ) : (
            <span>
              Your store’s CSV file<span className={classes.wide}>: choose it, or drag it here</span>
            </span>
          )}
        </p>
        <div className={classes.tools}>
          <input ref={chooser} type="file" accept=".csv,text/csv,text/plain" hidden onChange={choose} />
          <ActionButton
            sends
            ref={chooseButton}
            icon={<IconUpload size={20} stroke={1.75} aria-hidden />}
            pending={look.pending}
            onClick={() => chooser.current?.click()}
          >
            {chosen ? 'Choose another' : 'Choose a file'}
          </ActionButton>
          {chosen && preview === null && !look.pending && look.problem === null && (
            <ActionButton sends onClick={look.retry}>
              Preview
            </ActionButton>
          )}
          {chosen && (
            <ActionButton tone="quiet" onClick={drop}>
              Remove
            </ActionButton>
          )}
        </div>
      </div>
      {wrong && <FormMessage tone="error">{wrong}</FormMessage>}
      {look.problem && (
        <ErrorNote error={look.problem} onRetry={look.problem.kind === 'field' ? undefined : look.retry} />
      )}
      {apply.problem && <ErrorNote error={apply.problem} />}
      {chosen && preview && (
        <Preview
          preview={preview}
          pending={apply.pending}
          onApply={() => apply.act({ file: chosen.file, seen: preview.seen })}
        />
      )}
    </Section>
  )
}

function readAs({ total, encoding, separator }: StorePreview) {
  const by = separator === 'tab' ? 'tabs' : separator === ';' ? 'semicolons' : 'commas'
  return `${total.toLocaleString('en-US')} ${total === 1 ? 'line' : 'lines'}, read as ${encoding}, separated by ${by}`
}
