import { useId, useRef, useState } from 'react'
import { inDollars } from '#domain/money.ts'
import { type PaymentKind, paymentKinds } from '#domain/sales.ts'
import { paidByWords, type SaleCheckIn, saleMessages, worthInWords } from '#domain/text/sale-messages.ts'
import { SettingsLink } from '#web/components/settings-link.tsx'
import { OfflineGuard } from '#web/features/data-table/offline-guard.tsx'
import { api } from '#web/lib/api.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { recheckSession, useClub } from '#web/lib/use-session.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { CheckField } from '#web/ui/check-field.tsx'
import { ChoiceCards } from '#web/ui/choice-cards.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import type { Buyer } from './buyer.ts'
import classes from './sell-form.module.css'

type SellFormProps = {
  buyer: Buyer
  practiceId: string
  checksIn: boolean
  onSold: (sale: { saleId: string; checkIn: SaleCheckIn }) => unknown
}

/** Two presses: the product, and how it was paid. With one product, it is chosen from the start. */
export function SellForm({ buyer, practiceId, checksIn, onSold }: SellFormProps) {
  const id = useId()
  const prices = useClub()?.prices ?? []
  const [picked, setPicked] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const [wanted, setWanted] = useState(checksIn)
  const [paying, setPaying] = useState<PaymentKind | null>(null)
  const form = useRef<HTMLDivElement>(null)
  const sell = useIdempotentMutation(api.sales.add, {
    onDone: onSold,
    onProblem: ({ reason }) => {
      // The settings have just been changed.
      if (reason === 'price-changed' || reason === 'not-for-sale') void recheckSession()
    },
  })
  const chosen = prices.length === 1 ? prices[0] : prices.find(({ product }) => product === picked)
  const { held } = buyer
  const hasNoPass = held !== null && held.pass === 'none' && held.dayPasses + (chosen?.dayPasses ?? 1) === 0
  const checkIn = held !== null && !hasNoPass && wanted

  if (prices.length === 0)
    return (
      <EmptyState next={<SettingsLink setting="storeImport.products">Set prices</SettingsLink>}>
        {saleMessages.noPrices}
      </EmptyState>
    )

  async function pay(paidBy: PaymentKind) {
    setMissing(!chosen)
    if (!chosen) return form.current?.querySelector('input')?.focus()
    const { product, paidPractices, dayPasses, cents } = chosen
    setPaying(paidBy)
    const worth = { product, paidPractices, dayPasses, cents }
    await sell.act({ practiceId, memberId: buyer.id, ...worth, paidBy, checkIn })
  }

  return (
    <OfflineGuard>
      <div ref={form} className={classes.form}>
        <div className={classes.products}>
          <ChoiceCards
            legend="Product"
            kind="one"
            options={prices.map((price) => ({
              value: price.product,
              label: (
                <span className={classes.product}>
                  <span>
                    {price.product}
                    <span className={classes.worth}>{worthInWords(price)}</span>
                  </span>
                  <span className={classes.price}>{inDollars(price.cents)}</span>
                </span>
              ),
            }))}
            chosen={chosen ? [chosen.product] : []}
            onToggle={(product) => {
              setPicked(product)
              setMissing(false)
              sell.clear()
            }}
            {...(missing && { error: 'Choose a product.' })}
          />
        </div>
        {held !== null && (
          <div className={classes.checkIn}>
            {hasNoPass ? (
              <p className={classes.note}>{saleMessages.noPass}</p>
            ) : (
              <CheckField
                label={held.pass === 'none' ? 'Check in too, with a day pass' : 'Check in too'}
                checked={wanted}
                onChange={setWanted}
              />
            )}
          </div>
        )}
        <section aria-labelledby={id} className={classes.paid}>
          <h3 id={id}>Paid by</h3>
          <div className={classes.ways}>
            {paymentKinds.map((kind) => (
              <ActionButton
                key={kind}
                sends
                fullWidth
                tone="blue"
                pending={sell.pending && paying === kind}
                onClick={() => pay(kind)}
              >
                {paidByWords[kind]}
              </ActionButton>
            ))}
          </div>
          <p className={classes.note}>{saleMessages.storeTwice}</p>
        </section>
        <ErrorNote error={sell.problem} onRetry={sell.retry} pending={sell.pending} />
      </div>
    </OfflineGuard>
  )
}
