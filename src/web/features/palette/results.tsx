import { paletteMessages } from '#domain/text/palette-messages.ts'
import type { Entry } from './entries.ts'
import classes from './palette.module.css'
import type { Group } from './use-result-groups.ts'

type ResultsProps = {
  id: string
  groups: Group[]
  active: Entry | undefined
  optionId: (entry: Entry) => string
  onPoint: (entry: Entry) => void
  onChoose: (entry: Entry) => void
}

/** The list below the field, which keeps the focus: the arrow keys and the pointer only say which of them is meant. */
export function Results({ id, groups, active, optionId, onPoint, onChoose }: ResultsProps) {
  return (
    <div id={id} role="listbox" aria-label="Results" className={classes.list}>
      {groups.map(({ title, entries, found }) => (
        // biome-ignore lint/a11y/useSemanticElements: within a listbox a fieldset is none
        <div key={title} role="group" aria-labelledby={`${id}-${title}`}>
          <p id={`${id}-${title}`} role="presentation" className={classes.note}>
            {title}
            {found > entries.length && `, ${paletteMessages.someOf(entries.length, found)}`}
          </p>
          {entries.map((entry) => (
            <button
              key={entry.id}
              type="button"
              role="option"
              id={optionId(entry)}
              aria-selected={entry === active}
              tabIndex={-1}
              className={classes.option}
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => entry !== active && onPoint(entry)}
              onClick={() => onChoose(entry)}
            >
              <entry.icon size={20} stroke={1.75} aria-hidden />
              <span className={classes.label}>{entry.label}</span>
              {entry.note && <span className={classes.note}>{entry.note}</span>}
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}
