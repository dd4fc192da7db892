import classes from './Inspector.module.css'

/** Members of one object or list that are drawn. */
const membersMax = 500
/** Deeper parts begin closed. */
const openDepth = 2

/** JSON whose parts open and close. */
export function JsonTree({ value }: { value: object }) {
  return (
    <div className={classes.code}>
      <Members value={value} depth={0} />
    </div>
  )
}

function Members({ value, depth }: { value: object; depth: number }) {
  const members = Object.entries(value) as [string, unknown][]
  return (
    <ul className={classes.tree}>
      {members.slice(0, membersMax).map(([name, member]) => (
        <li key={name}>
          <Member name={name} value={member} depth={depth} />
        </li>
      ))}
      {members.length > membersMax && <li>{members.length - membersMax} more</li>}
    </ul>
  )
}

function Member({ name, value, depth }: { name: string; value: unknown; depth: number }) {
  if (typeof value !== 'object' || value === null) {
    return (
      <>
        <span className={classes.name}>{name}</span>: {JSON.stringify(value)}
      </>
    )
  }
  const count = Object.keys(value).length
  return (
    <details open={depth < openDepth}>
      <summary>
        <span className={classes.name}>{name}</span> {Array.isArray(value) ? `[${count}]` : `{${count}}`}
      </summary>
      <Members value={value} depth={depth + 1} />
    </details>
  )
}
