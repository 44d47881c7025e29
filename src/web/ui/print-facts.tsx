import classes from './print-sheet.module.css'

/** The head of a printed sheet: names and their values. */
export function PrintFacts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
