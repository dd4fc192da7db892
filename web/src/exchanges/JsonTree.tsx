import { useState } from 'react'
import { Code } from './Code.tsx'
import { isKeptNumber } from './json.ts'
import classes from './Exchange.module.css'

/** How many members of one object or list are drawn. */
const membersMax = 500
/** Deeper parts start closed. */
const openDepth = 2
/** The parts of an object or list with more members start closed. */
const openSiblings = 50

/** JSON whose parts open and close. */
export function JsonTree({ value }: { value: object }) {
  return (
    <Code label="JSON">
      <Members value={value} depth={0} />
    </Code>
  )
}

function Members({ value, depth }: { value: object; depth: number }) {
  const members = Object.entries(value) as [string, unknown][]
  return (
    <ul className={classes.tree}>
      {members.slice(0, membersMax).map(([name, member]) => (
        <li key={name}>
          <Member name={name} value={member} depth={members.length > openSiblings ? openDepth : depth} />
        </li>
      ))}
      {members.length > membersMax && <li>{members.length - membersMax} more</li>}
    </ul>
  )
}

function Member({ name, value, depth }: { name: string; value: unknown; depth: number }) {
  if (typeof value !== 'object' || value === null || isKeptNumber(value)) {
    return (
      <>
        <span className={classes.name}>{name}</span>: {JSON.stringify(value)}
      </>
    )
  }
  return <Part name={name} value={value} depth={depth} />
}

/** An object or list inside another. Closed parts are not drawn. */
function Part({ name, value, depth }: { name: string; value: object; depth: number }) {
  const [isOpen, setOpen] = useState(depth < openDepth)
  const count = Object.keys(value).length
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className={classes.name}>{name}</span> {Array.isArray(value) ? `[${count}]` : `{${count}}`}
      </summary>
      {isOpen && <Members value={value} depth={depth + 1} />}
    </details>
  )
}
