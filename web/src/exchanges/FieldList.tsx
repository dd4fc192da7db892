import type { Field } from '@culvert/agent/inspection'
import classes from './Exchange.module.css'

/** Names and values in their order, such as header fields or the fields of a form. */
export function FieldList({ fields }: { fields: readonly Field[] }) {
  return (
    <dl className={classes.fields}>
      {fields.map(([name, value], index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a name may come several times, and the order never changes
        <div key={`${name}${index}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
