import { useDebouncedValue } from '@mantine/hooks'
import { lazy, memo, Suspense, useEffect, useMemo, useState } from 'react'
import { isolated } from '#domain/isolated-text.ts'
import {
  type Arrow,
  arrayWith,
  arrowsOn,
  endAround,
  firstEmpty,
  isOver,
  placeOf,
  tableOf,
  valuesOf,
} from '#domain/scorecards/card.ts'
import type { ArrowValue } from '#domain/scorecards/faces.ts'
import { OutdoorNote } from '#web/components/outdoor-note.tsx'
import { useWakeLock } from '#web/features/passes/use-wake-lock.ts'
import { useLazy } from '#web/lib/lazy-code.ts'
import { useKeptFocus } from '#web/ui/focus.ts'
import { Page } from '#web/ui/page.tsx'
import { useLatest } from '#web/ui/use-latest.ts'
import { useWithoutTabs } from '#web/ui/use-without-tabs.ts'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import { CardBar } from './card-bar.tsx'
import { Figures, Saved } from './card-figures.tsx'
import type { CardState, CardStore } from './card-sync.ts'
import { endInWords, fullEndInWords, placeInWords, slotInWords, spokenScore } from './card-text.ts'
import { CurrentEnd } from './current-end.tsx'
import { EntryActions, Keypad } from './keypad.tsx'
import { endOf, type LocalCard, redoable, shownEnd, undoable } from './local-card.ts'
import { ProblemNotes } from './problem-notes.tsx'
import { ScoreTable } from './score-table.tsx'
import classes from './scoring.module.css'
import { marginInWords, Target } from './target.tsx'

/** Lazy-loaded: only needed between ends or after the round. */
const loadDialogs = () => import('./end-dialogs.tsx')
const CardDetails = memo(lazy(async () => ({ default: (await import('./card-details.tsx')).CardDetails })))
const WhyDialog = lazy(async () => ({ default: (await loadDialogs()).WhyDialog }))
const FillDialog = lazy(async () => ({ default: (await loadDialogs()).FillDialog }))
const ConfirmEnd = lazy(async () => ({ default: (await import('./confirm-end.tsx')).ConfirmEnd }))
const PrintSheet = memo(lazy(async () => ({ default: (await import('./print-sheet.tsx')).PrintSheet })))

const debounceMs = 300

/** An arrow that is being replaced, with the reason if its end is over. */
type Replacement = { slot: number; why: string; upon: string | null }

type ScoringProps = {
  card: LocalCard
  state: CardState
  store: CardStore
  /** Ends the editing of a full card. */
  onDone: () => void
}

/**
 * Scoring: where the next arrow goes and the total come first; target, keypad and keyboard are three ways to enter it. A
 * full card comes here only to be edited, with the arrow to change chosen in the table.
 */
export function Scoring({ card, state, store, onDone }: ScoringProps) {
  const { setup, slots } = card
  // Debounced: everything less urgent renders after the arrow.
  const [calm] = useDebouncedValue(card, debounceMs)
  const [again, setAgain] = useState<Replacement | null>(null)
  const [asksWhy, setAsksWhy] = useState<number | null>(null)
  const [fills, setFills] = useState(false)
  const [said, setSaid] = useState('')
  const [margin, setMargin] = useState<string | null>(null)
  const next = again?.slot ?? firstEmpty(slots)
  const end = again ? endOf(setup, again.slot) : shownEnd(card)
  const [from, until] = endAround(setup, end * setup.arrowsPerEnd)
  const { summary } = tableOf(setup, arrowsOn(slots))
  const full = firstEmpty(slots) === null
  const canSleep = useWakeLock(!full)
  const note = useLazy(() => import('#web/features/passes/screen-on-note.tsx'), { asked: canSleep, quiet: true })
  // The button to the next end disappears at the last one; the focus must not get lost.
  useKeptFocus()
  useWithoutTabs()

  async function place(arrow: Arrow) {
    if (next === null) return
    navigator.vibrate?.(15)
    setMargin(marginInWords(setup, arrow))
    const replaced = again
    setAgain(null)
    const done = replaced
      ? store.write(replaced.slot, arrow, replaced.why, replaced.upon)
      : store.place((kept) => {
          const slot = firstEmpty(kept.slots)
          return slot === null ? null : { slot, arrow }
        })
    setSaid(placedAloud(card, next, arrow))
    await done
  }

  const placeValue = (value: ArrowValue) => place({ value, spot: null })

  /** The arrow replaces the change that is visible now (compare-and-swap). */
  function begin(slot: number, why: string) {
    setAgain({ slot, why, upon: slots[slot]?.change ?? null })
  }

  function ask(slot: number) {
    if (isOver(setup, slots, slot)) setAsksWhy(slot)
    else begin(slot, '')
  }
  async function step(act: () => Promise<boolean>, words: string) {
    setMargin(null)
    setAgain(null)
    if (await act()) setSaid(words)
  }

  function endIt() {
    if (next !== null && next >= from && next < until) setFills(true)
    else {
      void store.endEnd(end)
      setSaid(`${endInWords(card, end)} ended. Total ${summary.total}.`)
    }
  }

  async function takeAway() {
    if (again === null) return
    const { slot, why, upon } = again
    setAgain(null)
    setMargin(null)
    if (await store.write(slot, null, why, upon)) setSaid(`${slotInWords(setup, slot)} removed.`)
  }

  async function fill() {
    for (let slot = from; slot < until; slot++)
      if (!slots[slot]?.arrow) await store.write(slot, { value: 0, spot: null })
    await store.endEnd(end)
    setFills(false)
    setSaid(`${endInWords(card, end)} ended with misses.`)
  }

  const undo = () => void step(store.undo, 'Undone.')
  const redo = () => void step(store.redo, 'Redone.')
  useUndoKeys(undo, redo)
  // Stable callbacks, so that memoized parts don't rerender on each arrow.
  const latest = useLatest({ ask, placeValue, undo, redo, endIt, takeAway, leave: () => setAgain(null) })
  const acts = useMemo(
    () => ({
      ask: (slot: number) => latest().ask(slot),
      placeValue: (value: ArrowValue) => void latest().placeValue(value),
      undo: () => latest().undo(),
      redo: () => latest().redo(),
      endIt: () => latest().endIt(),
      takeAway: () => void latest().takeAway(),
      leave: () => latest().leave(),
    }),
    [latest],
  )
  const values = useMemo(() => valuesOf(setup), [setup])

  const shownArrows = slots
    .slice(from, until)
    .flatMap((slot, at) => (slot?.arrow ? [{ slot: from + at, arrow: slot.arrow }] : []))
  const moreEnds = until < slots.length
  const waits = !full && shownArrows.length === until - from && !again
  const whereInWords = next === null ? 'Editing' : waits ? fullEndInWords(setup, from) : placeInWords(setup, next)
  return (
    <Page title={isolated(setup.name)} headingHidden>
      <CardBar
        card={card}
        place={again ? `Re-entering ${slotInWords(setup, again.slot)}` : whereInWords}
        total={summary.total}
        onDone={full ? onDone : null}
      />
      <div className={`${classes.columns} no-print`}>
        <div className={classes.entry} data-own-keys data-many-keys={values.length > 7 || undefined}>
          <ProblemNotes card={card} state={state} store={store} />
          {next === null ? (
            <p>Choose an arrow in the table to change it.</p>
          ) : (
            <>
              <Target
                setup={setup}
                arrows={shownArrows}
                onPlace={place}
                onValue={(value) => values.includes(value) && placeValue(value)}
              />
              {setup.mode === 'world-archery' && <p className={classes.margin}>{margin}</p>}
              <CurrentEnd setup={setup} slots={slots} from={from} next={next} onSlot={acts.ask} />
              <Keypad values={values} onValue={acts.placeValue} />
            </>
          )}
          <EntryActions
            acts={acts}
            placesAnew={again !== null}
            canUndo={undoable(card) !== null}
            canRedo={redoable(card) !== null}
            nextEnd={moreEnds && (waits && card.double === null ? 'blue' : 'plain')}
          />
          {canSleep && note && <note.ScreenOnNote />}
          {card.double !== null && (
            <Suspense>
              <ConfirmEnd card={card} store={store} shown={end} />
            </Suspense>
          )}
        </div>
        <div className={classes.card}>
          <ScoreTable setup={setup} slots={slots} next={next} onSlot={acts.ask} />
          <Figures summary={summary} />
          <Saved card={card} state={state} />
          {card.double === null && !full && (
            <div className={classes.sun}>
              <OutdoorNote />
            </div>
          )}
          <Suspense>
            <CardDetails card={calm} store={store} removed={state.removed} />
          </Suspense>
        </div>
      </div>
      <Suspense>
        <PrintSheet card={calm} />
      </Suspense>
      <ReadOut>
        <span role="status">{said}</span>
      </ReadOut>
      <Suspense>
        <WhyDialog
          of={asksWhy === null ? null : slotInWords(setup, asksWhy)}
          onClose={() => setAsksWhy(null)}
          onWhy={(why) => {
            if (asksWhy !== null) begin(asksWhy, why)
            setAsksWhy(null)
          }}
        />
        <FillDialog
          open={fills}
          missing={next === null ? 0 : until - from - shownArrows.length}
          entered={shownArrows.length}
          end={endInWords(card, end)}
          onClose={() => setFills(false)}
          onFill={fill}
        />
      </Suspense>
    </Page>
  )
}

/** `Arrow 2, nine. End total 28.`, and on the last arrow of an end also the card's total. */
function placedAloud({ setup, slots }: LocalCard, slot: number, arrow: Arrow) {
  const arrows = arrayWith(arrowsOn(slots), slot, arrow)
  const { rounds, summary } = tableOf(setup, arrows)
  const { round, end, arrow: at } = placeOf(setup, slot)
  const sum = rounds[round]?.ends[end]?.sum ?? 0
  const [from, until] = endAround(setup, slot)
  const isFull = arrows.slice(from, until).every((each) => each !== null)
  const spot = `Arrow ${at + 1}, ${spokenScore(arrow.value)}. End total ${sum}.`
  return isFull ? `${spot} Total ${summary.total}.` : spot
}

function useUndoKeys(undo: () => void, redo: () => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
      if (event.target instanceof HTMLInputElement || document.querySelector('dialog[open]')) return
      event.preventDefault()
      if (event.shiftKey) redo()
      else undo()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [undo, redo])
}
